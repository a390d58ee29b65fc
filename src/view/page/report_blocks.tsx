import type { ComponentChildren } from 'preact';
import type { Fact, ListItem, ReportTable, RichText, TextPiece } from '../../publish/report/report_block.js';
import type { PageBlock } from '../model/page_block.js';

/** Text with its marks. Links out of the report are shown as their text. */
export function RichLine({ text }: { text: RichText }) {
  return <>{typeof text === 'string' ? text : text.map(renderPiece)}</>;
}

function renderPiece(piece: TextPiece): ComponentChildren {
  if (typeof piece === 'string') return piece;
  if ('trusted' in piece) return piece.trusted;
  if ('strong' in piece) return <strong>{piece.strong}</strong>;
  if ('code' in piece) return <code>{piece.code}</code>;
  return 'link' in piece ? piece.link : <span class={piece.tone}>{piece.text}</span>;
}

/** Blocks of a report. */
export function ReportBlocks({ blocks }: { blocks: readonly PageBlock[] }) {
  return <>{blocks.map((block, i) => renderBlock(block, i))}</>;
}

function renderBlock(block: PageBlock, key: number): ComponentChildren {
  switch (block.kind) {
    case 'heading':
      return <h3 key={key}>{block.text}</h3>;
    case 'text':
      return (
        <p key={key}>
          <RichLine text={block.text} />
        </p>
      );
    case 'list':
      return block.items.length === 0 ? null : <ul key={key}>{block.items.map(renderItem)}</ul>;
    case 'notice':
      return <Notices key={key} items={block.items} />;
    case 'facts':
      return block.facts.length === 0 ? null : <Facts key={key} title={block.title} facts={block.facts} />;
    case 'table':
      return <BlockTable key={key} table={block} />;
    case 'drawing':
      return (
        <figure key={key}>
          <figcaption>{block.title}</figcaption>
          {/* Drawn by gatebench from figures and escaped names. */}
          <div
            class="scroll"
            tabIndex={0}
            role="group"
            aria-label={block.title}
            dangerouslySetInnerHTML={{ __html: block.svg }}
          />
        </figure>
      );
    case 'fold':
      return (
        <details key={key} open={block.open ?? false}>
          <summary>
            <RichLine text={block.title} />
          </summary>
          <ReportBlocks blocks={block.blocks} />
        </details>
      );
    default:
      return block satisfies never;
  }
}

/** Remarks that a reader must know before believing the figures. */
export function Notices({ items }: { items: readonly RichText[] }) {
  return (
    <>
      {items.map((item, i) => (
        <p class="notice" key={i}>
          <RichLine text={item} />
        </p>
      ))}
    </>
  );
}

function renderItem(item: ListItem, key: number): ComponentChildren {
  const [text, lines] = typeof item === 'object' && 'lines' in item ? [item.text, item.lines] : [item, []];
  return (
    <li key={key}>
      <RichLine text={text} />
      {lines.length > 0 && <pre class="wrap">{lines.join('\n')}</pre>}
    </li>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl class="facts">
        {facts.map(({ name, value, lines = [] }, i) => (
          <div key={i}>
            <dt>{renderPiece(name)}</dt>
            <dd>
              <RichLine text={value} />
              {lines.length > 0 && <pre class="wrap">{lines.join('\n')}</pre>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function BlockTable({ table: { caption, columns, rows, folded } }: { table: ReportTable }) {
  const table = (
    <ScrollBox label={caption || 'Table'}>
      <table>
        {caption !== '' && !folded && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ head, align, long }, i) => (
              <th scope="col" class={toClass(align, long)} key={i}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr key={r}>
              {row.map((cell, i) => {
                const classes = toClass(columns[i]?.align, columns[i]?.long);
                const text = <RichLine text={cell} />;
                return i === 0 ? (
                  <th scope="row" class={classes} key={i}>
                    {text}
                  </th>
                ) : (
                  <td class={classes} key={i}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
  if (!folded) return table;
  return (
    <details>
      <summary>{caption}</summary>
      {table}
    </details>
  );
}

/** Returns the class of a column: of numbers, or of sentences, which need room. */
function toClass(align: 'left' | 'right' | undefined, long: boolean | undefined): string | undefined {
  if (align === 'right') return 'number';
  return long ? 'long' : undefined;
}

/** Box that scrolls sideways where its content is too wide, by keys as well. */
export function ScrollBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}
