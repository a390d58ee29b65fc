import type { ClientStreams, CommandContext } from '../../commands/io/command_context.js';
import type { OutboundOptions } from '../../commands/io/read_outbound_network.js';

/** Facts about the machine and the caller, which only a shell may read. */
export interface ShellContext {
  cwd: string;
  /** PATH of the caller. */
  search_path: string;
  way_out?: OutboundOptions | undefined;
  /** Headers for a telemetry collector, in the form of OTEL_EXPORTER_OTLP_HEADERS. */
  otlp_headers?: string | undefined;
  /** URL of a telemetry collector, in the form of OTEL_EXPORTER_OTLP_ENDPOINT. */
  otlp_endpoint?: string | undefined;
  /** Name of the user; the record states it beside their decisions. */
  user: string;
  /** Home folder of the user. */
  home?: string | undefined;
  /** Program that runs this command line, and its file: what another program starts it by. */
  program?: readonly string[] | undefined;
  /** Standard input and output, for verbs that answer a client. */
  client?: ClientStreams | undefined;
}

/** Context of every subcommand of the command line. */
export interface CliContext {
  out: CommandContext;
  shell: ShellContext;
  /** Sets the exit code of the process. */
  finish(exit_code: number): void;
}
