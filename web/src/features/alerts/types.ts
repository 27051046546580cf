import type { Alert, AlertBody, GroupValue } from '../../api/stack.gen';

export type AlertState = Alert['state'];
export type Interval = Alert['interval'];
export type ThresholdType = Alert['thresholdType'];

/** What a window said about an alert. */
export interface Evaluation {
  windowStart: string;
  windowEnd: string;
  state: AlertState;
  decision: 'breached' | 'ok' | 'no_data' | 'failed';
  value: number | null;
  groups: { group: GroupValue[]; value: number | null; breached: boolean; state: AlertState }[];
  groupsTotal: number;
  queryMs: number;
  attempts: number;
  error: { type: string; message: string } | null;
  evaluatedAt: string;
}

/** An entry of an alert's history. */
export interface Change {
  kind: string;
  group: GroupValue[];
  from: AlertState;
  to: AlertState;
  value: number | null;
  threshold: number;
  windowStart: string;
  windowEnd: string;
  message: string | null;
  recordedAt: string;
}

/** A change of a group in a back-test. */
export interface Transition {
  at: string;
  group: GroupValue[];
  from: AlertState;
  to: AlertState;
  value: number | null;
}

/** What an alert would have done. */
export interface Backtest {
  transitions: Transition[];
  truncated: boolean;
  notifications: number;
  notificationsPerWeek: number;
  firingMinutes: number;
  windows: number;
  suggestions: { threshold: number; notificationsPerWeek: number }[];
}

/** What is in the form of an alert. */
export interface AlertForm {
  source: 'tile' | 'search';
  dashboardId: string;
  tileId: string;
  savedSearchId: string;
  groupBy: string;
  thresholdType: ThresholdType;
  threshold: number;
  thresholdMax: number;
  interval: Interval;
  windows: number;
  noData: NonNullable<AlertBody['noData']> | '';
  renotifyInterval: Interval | '';
  webhookIds: string[];
  name: string;
  message: string;
  note: string;
}
