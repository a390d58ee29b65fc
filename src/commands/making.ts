import type { Event } from '../record/events.js';
import type { Report, Result } from '../record/result.js';
import type { Order } from '../run/attempt/order.js';
import type { OpenSchedule } from '../run/suite/open_schedule.js';
import type { Envelopes, Job } from '../run/suite/schedule.js';
import type { OpenRooms } from './open_rooms.js';
import type { RunOrder } from './orders.js';
import type { Preparation } from './preparation.js';
import type { Progress } from './progress.js';

/** What is to be made, and on what terms. */
export interface Making extends Pick<RunOrder, 'out' | 'json' | 'repos' | 'pull_request' | 'resume' | 'reuse'> {
  /** Weight that runs at a time. */
  width: number;
  /** Further tries of an attempt that failed by the machine or the network. */
  retries: number;
  envelopes: Envelopes;
  /** These are beyond the plan. */
  extra?: boolean;
  /** What an attempt takes of the width, may cost at most, and costs in time of people in any case. */
  weigh(order: Order): { weight: number; ceiling_usd: number; human_usd?: number };
}

/** An order as the schedule sees it. */
export interface Work extends Job {
  order: Order;
  human_usd: number;
}

/** What the attempts of a run are made with. */
export interface Site {
  rooms: OpenRooms;
  schedule: OpenSchedule;
  progress: Progress;
  prepared: Preparation;
  /** Says it when an upstream has nothing under an address. */
  absent: (event: Event) => void;
  /** Takes the report of an attempt as its result, in place of an earlier one. */
  take(job: Work, report: Report): Result;
}
