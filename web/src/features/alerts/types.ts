import type { Alert, AlertBody, AlertChange, AlertEvaluation, Backtest, BacktestTransition } from '../../api/stack.gen';

export type AlertState = Alert['state'];
export type Interval = Alert['interval'];
export type ThresholdType = Alert['thresholdType'];

export type Evaluation = AlertEvaluation;
export type Change = AlertChange;
export type Transition = BacktestTransition;
export type { Backtest };

/** What is in the form of an alert. */
export interface AlertForm {
  source: 'tile' | 'search';
  dashboardId: string;
  tileId: string;
  savedSearchId: string;
  groupBy: string;
  thresholdType: ThresholdType;
  /** NaN as long as there is none. */
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
  tags: string[];
}
