import type { PageSection } from '../model/page_block.js';
import type { SectionsPageData } from '../model/sections_page_data.js';
import { ReportBlocks } from './report_blocks.js';

/** Sections of a report; what explains figures is folded. */
export function SectionList({ sections }: { sections: readonly PageSection[] }) {
  return (
    <>
      {sections.map(({ id, title, background, blocks }) =>
        background ? (
          <details key={id} class="section">
            <summary>{title}</summary>
            <ReportBlocks blocks={blocks} />
          </details>
        ) : (
          <section key={id} aria-labelledby={`section-${id}`}>
            <h2 id={`section-${id}`}>{title}</h2>
            <ReportBlocks blocks={blocks} />
          </section>
        ),
      )}
    </>
  );
}

/** Page of sections alone, such as the plan of a pilot. */
export function SectionsPage({ page: { title, sections } }: { page: SectionsPageData }) {
  document.title = `${title} – gatebench`;
  return (
    <main id="main">
      <h1>{title}</h1>
      <SectionList sections={sections} />
    </main>
  );
}
