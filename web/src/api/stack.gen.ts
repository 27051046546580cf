// Generated from the OpenAPI document of "Cairn stack API" by make gen. Do not edit.

export interface AccessKey {
  createdAt: string;
  /** Null for never. */
  expireAt: string | null;
  id: string;
  /** The key itself; returned only when it is created. */
  key?: string;
  name: string;
  /** A role that the key stays within, besides that of its owner; null: none. */
  roleId: string | null;
  /** Null for not yet. */
  usedAt: string | null;
}

export interface AggregatedColumn {
  aggFn: string;
  mvColumn: string;
  sourceColumn?: string;
}

export interface Alert {
  /** The first of channels. */
  channel: Channel;
  channels: Array<Channel>;
  createdAt: string;
  createdBy: string;
  /** Id of the dashboard of a tile alert; absent otherwise. */
  dashboard?: string;
  /** The same as dashboard. */
  dashboardId?: string;
  delaySeconds: number;
  /** What went wrong in the last evaluation. */
  executionErrors: Array<ExecutionError>;
  /** Absent when the alert is not grouped. */
  groupBy?: string;
  id: string;
  interval: "1m" | "5m" | "15m" | "30m" | "1h" | "6h" | "12h" | "1d";
  /** How long the next window has been waiting to be evaluated; 0 while it is not over yet. */
  lagSeconds: number;
  /** End of the last evaluated window; null before the first. */
  lastEvaluatedThrough: string | null;
  /** Absent when there is none. */
  message?: string;
  /** Absent when there is none. */
  name?: string;
  /** How a window without data counts. With null, a count is 0 and anything else keeps the state. */
  noData: "zero" | "keep" | "fire" | "ok" | null;
  note: string | null;
  numConsecutiveWindows: number | null;
  renotifyInterval: "1m" | "5m" | "15m" | "30m" | "1h" | "6h" | "12h" | "1d" | null;
  /** Id of the saved search of a search alert; absent otherwise. */
  savedSearch?: string;
  /** The same as savedSearch. */
  savedSearchId?: string;
  scheduleOffsetMinutes: number;
  scheduleStartAt: string | null;
  silence: Silence | null;
  silenced: boolean;
  source: "tile" | "search" | "saved_search";
  state: "inactive" | "pending" | "firing" | "error";
  /** The last known state, while state is error. */
  stateBeforeError: "inactive" | "pending" | "firing" | "error" | null;
  tags: Array<string>;
  team: string;
  teamId: string;
  threshold: number;
  thresholdMax: number | null;
  thresholdType: "above" | "below" | "above_exclusive" | "below_or_equal" | "equal" | "not_equal" | "between" | "not_between";
  /** Id of the tile of a tile alert; absent otherwise. */
  tileId?: string;
  updatedAt: string;
}

export interface AlertBody {
  /** Required unless channels is sent. */
  channel?: Channel;
  channels?: Array<Channel>;
  /** Required when source is tile. */
  dashboardId?: string | null;
  /** How long a window waits for late data. */
  delaySeconds?: number | null;
  /** For search alerts. A tile has its own. */
  groupBy?: string | null;
  interval: "1m" | "5m" | "15m" | "30m" | "1h" | "6h" | "12h" | "1d";
  /** Text template of notifications. */
  message?: string | null;
  /** Title template of notifications. */
  name?: string | null;
  /** How a window without data counts. When null or absent, a count is 0 and anything else keeps the state. */
  noData?: "zero" | "keep" | "fire" | "ok" | null;
  /** A note for people, such as what to do. Generic webhooks are sent it as data.alert.note, and templates name it as {{alert.note}}. */
  note?: string | null;
  numConsecutiveWindows?: number | null;
  /** How often to notify again while the alert keeps firing; null to notify once. */
  renotifyInterval?: "1m" | "5m" | "15m" | "30m" | "1h" | "6h" | "12h" | "1d" | null;
  /** Required when source is search. */
  savedSearchId?: string | null;
  /** Less than the interval; 0 with scheduleStartAt. */
  scheduleOffsetMinutes?: number | null;
  /** At most 1 year ahead and 10 years back. */
  scheduleStartAt?: string | null;
  /** search and saved_search mean the same; an alert keeps the spelling that it was written with. */
  source: "tile" | "search" | "saved_search";
  /** Each at most 32 characters and not blank. Spaces around a tag and repeats are dropped. They stay as they are when they are not sent. */
  tags?: Array<string>;
  threshold: number;
  /** Required for between and not_between; not less than threshold. */
  thresholdMax?: number | null;
  thresholdType: "above" | "below" | "above_exclusive" | "below_or_equal" | "equal" | "not_equal" | "between" | "not_between";
  /** Required when source is tile. */
  tileId?: string | null;
}

export interface AlertChange {
  from: "inactive" | "pending" | "firing" | "error";
  /** Empty for an alert without groups. */
  group: Array<GroupValue>;
  kind: "transition" | "error" | "recovered" | "skipped" | "incomplete";
  /** What went wrong, was skipped, or may be missing. */
  message: string | null;
  recordedAt: string;
  threshold: number;
  thresholdMax: number | null;
  to: "inactive" | "pending" | "firing" | "error";
  /** null if there was no data or the value was infinite. */
  value: number | null;
  windowEnd: string;
  windowStart: string;
}

export interface AlertEvaluation {
  /** How many attempts have failed so far, or failed before the window was evaluated. */
  attempts: number;
  decision: "breached" | "ok" | "no_data" | "failed";
  /** Why the window could not be evaluated; it stays open and will be retried. */
  error: ExecutionError | null;
  evaluatedAt: string;
  /** At most 50, starting with those that fire. */
  groups: Array<GroupEvaluation>;
  groupsTotal: number;
  /** How many of the values were not finite: NaN or infinite. */
  nonFinite: number;
  /** Engine time of the scan that the alert shared with others. */
  queryMs: number;
  /** State of the alert after the window. */
  state: "inactive" | "pending" | "firing" | "error";
  /** Value of the group that breaches, or of the first group; null if there was no data or the value was infinite. */
  value: number | null;
  windowEnd: string;
  windowStart: string;
}

export interface AlertPreview {
  /** Empty for an alert without groups. */
  group: Array<GroupValue>;
  /** Whether the value is an example, because nothing breached in the last window. */
  isExample: boolean;
  text: string;
  title: string;
  value: number | null;
  /** What name and message can read. */
  variables: Array<AlertVariable>;
  windowEnd: string;
  windowStart: string;
}

export interface AlertTest {
  /** One for each channel, in their order. */
  deliveries: Array<AlertTestDelivery>;
  /** Whether the value is an example, because nothing breached in the last window. */
  isExample: boolean;
}

export interface AlertTestDelivery {
  delivery: Delivery;
  /** The body of the request, without secrets. */
  sent: string;
}

export interface AlertVariable {
  description: string;
  name: string;
  /** What it holds in the preview. */
  value: string;
}

export interface AroundRequestBody {
  /** Rows at or after the time; 50 when absent. */
  after?: number;
  /** Rows before the time; 50 when absent. */
  before?: number;
  /** As in a search. */
  select?: string;
  /** The source that is read. */
  sourceId: string;
  /** Time of the row, RFC 3339 with up to nine decimal places. */
  timestamp: string;
  /** Condition on the surrounding rows; empty for all. */
  where?: string;
  /** Language of where. */
  whereLanguage?: "lucene" | "sql";
}

export interface AskedTileBody {
  /** With series only. */
  asRatio?: boolean;
  /** Required unless series is sent. */
  config?: LineConfig | StackedBarConfig | TableConfig | NumberConfig | CategoryConfig | HeatmapConfig | SearchConfig | EventPatternsConfig | MarkdownConfig | SQLLineConfig | SQLStackedBarConfig | SQLTableConfig | SQLNumberConfig | SQLCategoryConfig | PromQLLineConfig | PromQLStackedBarConfig | PromQLTableConfig | PromQLNumberConfig | PromQLCategoryConfig | PromQLHeatmapConfig;
  containerId?: string;
  h?: number;
  id?: string;
  name?: string;
  /** The older form of a tile. */
  series?: Array<Record<string, unknown>>;
  tabId?: string;
  w?: number;
  x?: number;
  y?: number;
}

export interface Attempt {
  /** The first 1024 bytes of the receiver's response. */
  answer: string;
  at: string;
  error: string | null;
  latencyMs: number;
  number: number;
  outcome: "delivered" | "failed" | "refused" | "gone" | "forbidden";
  /** null when the receiver did not respond. */
  statusCode: number | null;
}

export interface AuditActor {
  /** Of the client. */
  address?: string;
  keyId?: string;
  keyName?: string;
  kind: "person" | "access_key" | "cloud_key" | "operator" | "system";
  /** E-mail address of that person, or the operator's command. */
  name?: string;
  userAgent?: string;
  /** The person, or the owner of the access key. */
  userId?: string;
}

export interface AuditChain {
  /** The newest record that is not what was written. */
  broken: AuditChainGap | null;
  /** The hash of the newest record. Keep it elsewhere to notice records that are cut off at the end. */
  lastHash?: string;
  /** How many records were verified, from the newest on; at most 200000. */
  records: number;
  /** Whether every record back to the first is what was written. */
  whole: boolean;
  /** Since when every record is what was written; null if there is none. */
  wholeSince: string | null;
}

export interface AuditChainGap {
  id: string;
  problem: string;
  sequence: number;
}

export interface AuditChange {
  /** Absent if there is nothing any more. */
  after?: unknown;
  /** Absent if there was nothing. */
  before?: unknown;
  /** Parts of a list are named by their ids, as in tiles.65f0….name. */
  field: string;
}

export interface AuditMeta {
  /** Pass it to get the records that follow; absent at the end. */
  cursor?: string;
}

export interface AuditRecord {
  actor: AuditActor;
  at: string;
  /** What became of each field. Secrets are masked. */
  changes: Array<AuditChange>;
  /** Whether changes does not hold everything because it was too large. */
  changesCut: boolean;
  /** How many times; refusals of one kind are counted together for a minute. */
  count: number;
  /** The way by which it came in. */
  door: "stack_api" | "managed_api" | "web" | "cli" | "apply" | "system";
  /** SHA-256 over this record and the hash of the previous record. */
  hash: string;
  id: string;
  /** Id of the operation, or the command. */
  operation: string;
  outcome: "done" | "refused";
  /** The hash of the previous record. */
  prevHash: string;
  /** Why it was refused. */
  reason?: string;
  /** 1 for the first record of the team. */
  sequence: number;
  subject: AuditSubject;
}

export interface AuditSubject {
  id?: string;
  kind: "dashboard" | "alert" | "source" | "connection" | "saved_search" | "webhook" | "delivery" | "share_link" | "access_key" | "ingestion_key" | "member" | "invitation" | "role" | "retention" | "session" | "password_link" | "team" | "service" | "telemetry" | "request";
  name?: string;
}

export interface BackgroundChart {
  color?: "chart-blue" | "chart-orange" | "chart-red" | "chart-cyan" | "chart-green" | "chart-pink" | "chart-purple" | "chart-light-blue" | "chart-brown" | "chart-gray" | "chart-success" | "chart-warning" | "chart-error";
  type: string;
}

export interface Backtest {
  firingMinutes: number;
  /** Start of the first window with a value; null if none has one. Windows before it may be older than the data. */
  firstValueAt: string | null;
  /** How many of the values were not finite: NaN or infinite. */
  nonFinite: number;
  /** How many would have been sent to each channel. */
  notifications: number;
  notificationsPerWeek: number;
  /** Thresholds that would have produced about 1, 5 and 20 notifications a week. */
  suggestions: Array<Suggestion>;
  transitions: Array<BacktestTransition>;
  /** Whether there were more than 10000 transitions. */
  truncated: boolean;
  /** Warnings about the result, such as names that no record has. */
  warnings?: Array<Warning>;
  /** How many were evaluated. */
  windows: number;
}

export interface BacktestBody {
  /** The body of an alert; it needs no channel. */
  alert: AlertBody;
  /** Epoch milliseconds; at most 31 days after startTime. */
  endTime: number;
  /** Epoch milliseconds. */
  startTime: number;
}

export interface BacktestTransition {
  /** End of the window. */
  at: string;
  from: "inactive" | "pending" | "firing" | "error";
  group: Array<GroupValue>;
  to: "inactive" | "pending" | "firing" | "error";
  value: number | null;
}

export interface BareValidation {
  /** The result again, under the name that other answers have. */
  data: Validation;
  errors: Array<Finding>;
  /** What would be stored; null when the body is not valid. */
  normalized: DashboardSpec | null;
  valid: boolean;
}

export interface Caller {
  user: CallerUser;
  version: string;
}

export interface CallerUser {
  createdAt: string;
  email: string;
  id: string;
  name: string;
  team: string;
  teamName: string;
}

export interface CategoryConfig {
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  groupBy?: string;
  limit?: number;
  numberFormat?: NumberFormat;
  orderBy?: string;
  select: Array<SelectItem>;
  sourceId: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface Channel {
  type: string;
  webhookId: string;
}

export interface ChartMeta {
  /** Bytes that the engine read, uncompressed. */
  bytesRead: number;
  /** Time in the engine. */
  elapsedMs: number;
  /** How many values of the series were not finite: NaN or infinite. They take part in no sum, average or quantile. */
  nonFinite: number;
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
  /** What was left out, when there are more groups than the answer may hold. */
  remainder?: ChartRemainder;
  /** Rows that the engine read. */
  rowsRead: number;
  /** Which series were read together, and what their group means. */
  scans: Array<ChartScan>;
  /** Width of a bucket. */
  stepSeconds: number;
  /** Whether groups were left out; remainder says how many. */
  truncated: boolean;
  /** Warnings about the result, such as names that no record has. */
  warnings?: Array<Warning>;
}

export interface ChartPoint {
  /** Values of groupBy, in its order. */
  group: Array<string>;
  "series_0.data"?: number | null;
  "series_1.data"?: number | null;
  "series_2.data"?: number | null;
  "series_3.data"?: number | null;
  "series_4.data"?: number | null;
  /** Start of the bucket, in epoch milliseconds. */
  ts_bucket: number;
}

export interface ChartRemainder {
  /** Groups that were left out. */
  groups: number;
  "series_0.data"?: number | null;
  "series_1.data"?: number | null;
  "series_2.data"?: number | null;
  "series_3.data"?: number | null;
  "series_4.data"?: number | null;
}

export interface ChartRequestBody {
  /** Last instant, in epoch milliseconds; it is included. */
  endTime: number;
  /** Value of a bucket without rows. */
  fill?: "none" | "zero";
  /** Width of a bucket. auto makes at most 60 buckets, total one of the whole range. */
  granularity?: "30s" | "1m" | "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "6h" | "12h" | "1d" | "2d" | "7d" | "30d" | "auto" | "total";
  /** The series, all with the same groupBy. Those that share a source are read in one scan. */
  series: Array<ChartSeries>;
  /** How many groups to return at most; the largest are kept. */
  seriesLimit?: number;
  /** column: plain rows of one series after the other, with __hdx_time_bucket, series_0 and a column for each expression of groupBy, in JSON only. ratio or absent: points. */
  seriesReturnType?: "ratio" | "column";
  /** First instant, in epoch milliseconds. */
  startTime: number;
}

export interface ChartRow {
  /** Start of the bucket. */
  __hdx_time_bucket: string;
  series_0?: number;
  series_1?: number;
  series_2?: number;
  series_3?: number;
  series_4?: number;
}

export interface ChartScan {
  groupBy: Array<string>;
  /** Indices of the series. */
  series: Array<number>;
}

export interface ChartSeries {
  /** How the rows of a bucket become a number. none takes field as an expression that already aggregates. */
  aggFn: "avg" | "count" | "count_distinct" | "last_value" | "max" | "min" | "quantile" | "sum" | "any" | "none" | "increase";
  /** Accepted for older clients; it has no effect. */
  dataSource?: "events" | "metrics";
  /** SQL expression that is aggregated; not needed for count. */
  field?: string;
  /** SQL expressions; one series for each combination of their values. */
  groupBy: Array<string>;
  /** Level of a quantile; 0.5 when absent. */
  level?: number;
  /** Type of the metric; needed for a metric source. */
  metricDataType?: "gauge" | "sum" | "histogram" | "exponential histogram" | "summary";
  /** Name of the metric; field names it when absent. */
  metricName?: string;
  /** Accepted for older clients; it has no effect. */
  sortOrder?: "asc" | "desc";
  /** The source that is read. */
  sourceId: string;
  /** Condition on rows; empty for all. */
  where: string;
  /** Language of where. */
  whereLanguage?: "lucene" | "sql";
}

export interface ChartStatement {
  /** Indices of the series whose numbers the statement returns. */
  series: Array<number>;
  /** One SELECT over the tables of the team's own database, with its values written out. */
  sql: string;
}

export interface ChartStatements {
  /** In the order of the series. Series that are read together share statements; counts of whole minutes and of the ends of the time range are asked for separately and added up. */
  statements: Array<ChartStatement>;
}

export interface ColorRule {
  color: "chart-blue" | "chart-orange" | "chart-red" | "chart-cyan" | "chart-green" | "chart-pink" | "chart-purple" | "chart-light-blue" | "chart-brown" | "chart-gray" | "chart-success" | "chart-warning" | "chart-error";
  label?: string;
  operator: "gt" | "gte" | "lt" | "lte" | "between" | "eq" | "neq";
  value: number | Array<number> | string;
}

export interface Connection {
  createdAt: string;
  host: string;
  hyperdxSettingPrefix: string | null;
  id: string;
  isPrometheusEndpoint: boolean;
  name: string;
  /** The team's own tables; can't be changed. */
  own: boolean;
  /** Address of a Prometheus beside the database. */
  prometheusEndpoint: string | null;
  teamId: string;
  updatedAt: string;
  username: string;
}

export interface ConnectionBody {
  /** HTTP or HTTPS address of a ClickHouse, or of a Prometheus-compatible API. */
  host: string;
  /** Letters, digits and _; null clears it. */
  hyperdxSettingPrefix?: string | null;
  /** Host is a Prometheus-compatible API. */
  isPrometheusEndpoint?: boolean | null;
  name: string;
  /** When empty or absent, the stored one is kept; it must be sent again when host changes. */
  password?: string;
  /** HTTP or HTTPS address of a Prometheus beside the database; null clears it. */
  prometheusEndpoint?: string | null;
  username: string;
}

export interface ConnectionTest {
  /** The field of the body that is at fault, if any. */
  field?: string;
  /** What went wrong. */
  message?: string;
  success: boolean;
}

export interface Container {
  bordered?: boolean;
  collapsed: boolean;
  collapsible?: boolean;
  id: string;
  tabs?: Array<Tab>;
  title: string;
}

export interface CreateAccessKeyInputBody {
  /** In the future; absent for never. */
  expireAt?: string;
  name: string;
  /** A role that the key stays within; a key never may more than its owner. */
  roleId?: string;
}

export interface CreateIngestionKeyInputBody {
  name: string;
}

export interface CreateShareLinkInputBody {
  /** How long the link works. */
  expiresIn: "1h" | "1d" | "7d" | "30d";
}

export interface Dashboard {
  containers?: Array<Container>;
  createdAt: string;
  filters: Array<Filter>;
  id: string;
  /** Ids of connections that tiles name and that were deleted. */
  missingConnections?: Array<string>;
  /** Ids of sources that tiles or filters name and that were deleted. */
  missingSources?: Array<string>;
  name: string;
  /** After an update: ids of the alerts that went with their tiles. */
  removedAlerts?: Array<string>;
  savedFilterValues: Array<SavedFilterValue>;
  savedQuery: string | null;
  savedQueryLanguage: "lucene" | "sql" | "promql" | null;
  tags: Array<string>;
  teamId: string;
  tiles: Array<Tile>;
  updatedAt: string;
}

export interface DashboardBody {
  containers?: Array<Container>;
  filters?: Array<Filter>;
  name: string;
  savedFilterValues?: Array<SavedFilterValue>;
  savedQuery?: string | null;
  /** Must not be null while savedQuery is not. */
  savedQueryLanguage?: "lucene" | "sql" | "promql" | null;
  /** Each at most 32 characters. Spaces around a tag, blank tags and repeats are dropped. */
  tags?: Array<string>;
  tiles: Array<TileBody>;
}

export interface DashboardSpec {
  containers?: Array<Container>;
  filters: Array<Filter>;
  name: string;
  savedFilterValues: Array<SavedFilterValue>;
  savedQuery: string | null;
  savedQueryLanguage: "lucene" | "sql" | "promql" | null;
  tags: Array<string>;
  tiles: Array<Tile>;
}

export interface DashboardVersion {
  createdAt: string;
  /** The user or the key that saved it; absent for versions of before they were remembered. */
  createdBy?: string;
  /** The earlier version that was restored. */
  restoredFrom?: number;
  /** Counts the saves of the dashboard; it is its ETag at that time. */
  version: number;
}

export interface DefaultRole {
  defaultUserRole: string | null;
}

export interface DefaultRoleInputBody {
  /** Null: it follows from the role in the organization. */
  roleId: string | null;
}

export interface Delivery {
  /** null for a test. */
  alertId: string | null;
  /** The last 20, the newest first. */
  attempts: Array<Attempt>;
  attemptsTotal: number;
  createdAt: string;
  /** Empty for an alert without groups. */
  group: Array<GroupValue>;
  /** What the receiver gets as webhook-id and Idempotency-Key. */
  id: string;
  kind: "transition" | "renotify" | "test";
  /** null unless it is pending. */
  nextAttemptAt: string | null;
  previousState: "inactive" | "pending" | "firing" | "error";
  /** Why it is dead or muted. */
  reason: string | null;
  /** null while it is pending. */
  settledAt: string | null;
  state: "inactive" | "pending" | "firing" | "error";
  status: "pending" | "delivered" | "dead" | "muted";
  value: number | null;
  webhookId: string;
  windowEnd: string;
  windowStart: string;
}

export interface Detail {
  /** Machine-readable code of the rule. */
  code: string;
  /** Human-readable text of the rule. */
  message: string;
  /** Where in the input: dotted for bodies, the name of a parameter otherwise. */
  path: string;
}

export interface Done {
  success: boolean;
}

export interface DraftBody {
  /** The body of an alert. To preview it, it needs no channel. */
  alert: AlertBody;
}

export interface DrawSharedInputBody {
  /** What is chosen of the dashboard's filters. */
  choices?: Array<FilterChoice>;
  /** Last instant, in epoch milliseconds; it is included. The range is at most 31 days. */
  endTime: number;
  /** Width of a bucket, for tiles over time. auto makes at most 60. */
  granularity?: "30s" | "1m" | "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "6h" | "12h" | "1d" | "2d" | "7d" | "30d" | "auto";
  /** First instant, in epoch milliseconds. */
  startTime: number;
  tileId: string;
  /** The last part of the link's address. */
  token: string;
}

export interface Error {
  /** The rules that the input breaks, and where. */
  details?: Array<Detail>;
  /** What is wrong. */
  message: string;
}

export interface EventPatternsConfig {
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  select?: string;
  sourceId: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  where?: string;
  whereLanguage?: "lucene" | "sql";
}

export interface ExecutionError {
  message: string;
  timestamp: string;
  type: string;
}

export interface ExplainRequestBody {
  /** The source that the condition is about. */
  sourceId: string;
  /** Condition on rows; empty for all. */
  where: string;
  /** Language of where. */
  whereLanguage?: "lucene" | "sql";
}

export interface FieldValues {
  field: string;
  values: Array<ValueCount>;
}

export interface FieldsRequestBody {
  /** Last instant, RFC 3339; it is included. Now when absent. */
  endTime?: string;
  /** How many keys of each map to return at most; 200 when absent. */
  limit?: number;
  /** For a metric source: the type of the metrics whose points have the fields. */
  metricDataType?: "gauge" | "sum" | "histogram" | "exponential histogram" | "summary";
  /** The source that is read. */
  sourceId: string;
  /** First instant, RFC 3339; 15 minutes before endTime when absent. */
  startTime?: string;
  /** Condition on rows; empty for all. */
  where?: string;
  /** Language of where. */
  whereLanguage?: "lucene" | "sql";
}

export interface Filter {
  appliesToSourceIds?: Array<string>;
  /** What the variable stands for while nothing is chosen; all values when absent. Allowed only while isBroadcastEnabled is false. */
  defaultValues?: Array<string>;
  /** Required with types QUERY_EXPRESSION and PROMQL, of which the latter takes the name of a label. Without it isBroadcastEnabled must be false. */
  expression?: string;
  id?: string;
  isBroadcastEnabled?: boolean;
  isVariableEnabled?: boolean;
  name: string;
  /** Required with type QUERY_EXPRESSION. */
  sourceId?: string;
  sourceMetricType?: "gauge" | "histogram" | "sum" | "summary" | "exponential histogram";
  /** Where the choices come from. QUERY_EXPRESSION: the values of expression in the source. LIST: values. TEXT: one value, typed. PROMQL: the values that the label named by expression has in the team's metrics. */
  type: "QUERY_EXPRESSION" | "LIST" | "TEXT" | "PROMQL";
  /** With type LIST only: 1 to 100 different values of at most 256 characters, in the order in which they are offered. */
  values?: Array<string>;
  variableName?: string;
  /** Which rows the choices come from. With type PROMQL: a series selector, in which $name stands for other variables. */
  where?: string;
  whereLanguage?: "lucene" | "sql";
}

export interface FilterChoice {
  /** A filter of the dashboard. */
  filterId: string;
  /** The chosen values; none means all. */
  values: Array<string>;
}

export interface Finding {
  message: string;
  path: string;
}

export interface Formula {
  alias?: string;
  /** The axis that it is drawn on, in lines over time; left when absent. */
  axis?: "left" | "right";
  expression: string;
  numberFormat?: NumberFormat;
}

export interface GrafanaInputBody {
  /** The dashboard, as Grafana exports it: JSON of the classic model, also within the answer of Grafana's API. */
  text: string;
}

export interface GrafanaTranslation {
  /** The body that creates it. */
  dashboard: DashboardSpec;
  /** What was not carried over as it is; at most 2,000. */
  notes: Array<Note>;
  /** The one of its tags by which it is known when it is imported again; it follows from its uid. */
  tag: string;
}

export interface GroupEvaluation {
  breached: boolean;
  group: Array<GroupValue>;
  state: "inactive" | "pending" | "firing" | "error";
  value: number | null;
}

export interface GroupValue {
  name: string;
  value: string;
}

export interface HeatmapConfig {
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  select: Array<HeatmapItem>;
  sourceId: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  where?: string;
  whereLanguage?: "lucene" | "sql";
}

export interface HeatmapItem {
  countExpression?: string;
  heatmapScaleType?: string;
  valueExpression: string;
}

export interface Highlight {
  alias?: string;
  luceneExpression?: string;
  sqlExpression: string;
}

export interface IngestionKey {
  createdAt: string;
  id: string;
  /** The key itself; returned only when it is created. */
  key?: string;
  name: string;
  /** Null for not yet. */
  usedAt: string | null;
}

export interface Invitation {
  createdAt: string;
  email: string;
  expireAt: string;
  id: string;
  name: string;
  /** Role in the organization that owns the team. */
  role: "admin" | "developer" | "billing" | "member";
  /** Role in the team; null: it follows from the one in the organization. */
  roleId: string | null;
}

export interface InvitationBody {
  email: string;
  name?: string | null;
  /** Role in the organization that owns the team. If absent: member with a role in the team, developer without. */
  role?: "admin" | "developer" | "billing" | "member";
  /** Role in the team; if absent, the team's default role. */
  roleId?: string | null;
}

export interface JoinInputBody {
  /** Name of the person; defaults to the one in the invitation. */
  name?: string;
  /** Password of the new account, 12 to 128 characters. */
  password: string;
  /** The part after token= in the invitation's address. */
  token: string;
}

export interface Joined {
  /** The address that was invited; sign in with it and the password. */
  email: string;
  id: string;
  name: string;
}

export interface LabelValuesRequestBody {
  /** Last instant, RFC 3339; now when absent. */
  endTime?: string;
  /** Name of the label; __name__ for the names of metrics. */
  label: string;
  /** How many values to return at most; 100 when absent. */
  limit?: number;
  /** First instant, RFC 3339; as far as telemetry is kept when absent. */
  startTime?: string;
  /** What the variables in where stand for; one without values stands for all. */
  variables?: Array<TileVariableBody>;
  /** A series selector, such as up{job="$job"}; all series when absent. */
  where?: string;
}

export interface LineConfig {
  alignDateRangeToGranularity?: boolean;
  asRatio?: boolean;
  compareToPreviousPeriod?: boolean;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  /** Whether exemplars are drawn where there are any, which metrics have; true when absent. */
  exemplars?: boolean;
  fillNulls?: boolean;
  fitYAxisToData?: boolean;
  formulas?: Array<Formula>;
  groupBy?: string;
  /** list: names only, the default. table: with the minimum, average, maximum and last value of each series. */
  legend?: "list" | "table" | "hidden";
  numberFormat?: NumberFormat;
  /** The axis at the right, of series with axis right. */
  rightYAxis?: YAxis;
  select: Array<SelectItem>;
  seriesLimit?: number;
  showOperandSeries?: boolean;
  sourceId: string;
  /** Lines across the chart. Alerts have thresholds of their own. */
  thresholdLines?: Array<ThresholdLine>;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  /** The axis at the left. */
  yAxis?: YAxis;
}

export interface MarkdownConfig {
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  markdown?: string;
}

export interface MaterializedView {
  aggregatedColumns: Array<AggregatedColumn>;
  databaseName: string;
  dimensionColumns: string;
  minDate?: string;
  minGranularity: "1s" | "15s" | "30s" | "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "6h" | "12h" | "1d" | "2d" | "7d" | "30d";
  tableName: string;
  timestampColumn: string;
}

export interface Member {
  /** When the member joined the team. */
  createdAt: string;
  email: string;
  id: string;
  isCurrentUser: boolean;
  /** Always false: there are no members without an account. */
  isVirtual: boolean;
  name: string;
  /** Role in the organization that owns the team. */
  role: "admin" | "developer" | "billing" | "member";
  /** Role in the team; empty for somebody who has none. */
  roleId: string;
  roleName: string;
  /** Whether signing in takes a code of an authenticator app too; null for callers who do not manage members. */
  twoFactor: boolean | null;
}

export interface MemberRoleInputBody {
  roleId: string;
}

export interface MetadataViews {
  granularity: "1s" | "15s" | "30s" | "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "6h" | "12h" | "1d" | "2d" | "7d" | "30d";
  keyRollupTable?: string;
  kvRollupTable: string;
}

export interface MetricTables {
  "exponential histogram"?: string;
  gauge?: string;
  histogram?: string;
  sum?: string;
  summary?: string;
}

export interface MetricsRequestBody {
  /** Only metrics with this text in their names, in any letter case. */
  contains?: string;
  /** Last instant, RFC 3339; it is included. Now when absent. */
  endTime?: string;
  /** How many metrics to return at most; 200 when absent. */
  limit?: number;
  /** The metric source that is read. */
  sourceId: string;
  /** First instant, RFC 3339; an hour before endTime when absent. */
  startTime?: string;
  /** Condition on points; empty for all. */
  where?: string;
  /** Language of where. */
  whereLanguage?: "lucene" | "sql";
}

export interface Missing {
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
}

export interface MissingShard {
  /** Why it is missing. */
  reason: string;
  /** Its number. */
  shard: number;
}

export interface Neighbours {
  /** Rows at or after the time. */
  after: Array<unknown>;
  /** Rows before the time. */
  before: Array<unknown>;
}

export interface NewInvitation {
  email: string;
  /** Null when it needs no acceptance. */
  invitationId: string | null;
  role: "admin" | "developer" | "billing" | "member";
  roleId: string | null;
  /** Active at once for an address that has an account, otherwise pending. */
  status: "active" | "pending";
  /** Anyone who has it can join the team. Returned only here, and only while the invitation is pending. */
  url?: string;
  /** The new member; null while the invitation is pending. */
  userId: string | null;
}

export interface Note {
  /** left_out: it is not in the translation. changed: it is, and does something else. look: it shows the same, and looks different. */
  kind: "left_out" | "changed" | "look";
  message: string;
  /** Title of the panel; absent where it is about the whole dashboard. */
  panel?: string;
  /** Place in the file, such as panels.3.fieldConfig.defaults.unit. */
  path: string;
}

export interface NumberConfig {
  backgroundChart?: BackgroundChart;
  color?: "chart-blue" | "chart-orange" | "chart-red" | "chart-cyan" | "chart-green" | "chart-pink" | "chart-purple" | "chart-light-blue" | "chart-brown" | "chart-gray" | "chart-success" | "chart-warning" | "chart-error";
  colorRules?: Array<ColorRule>;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  formulas?: Array<Formula>;
  numberFormat?: NumberFormat;
  select: Array<SelectItem>;
  sourceId: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface NumberFormat {
  average?: boolean;
  currencySymbol?: string;
  decimalBytes?: boolean;
  factor?: number;
  mantissa?: number;
  numericUnit?: string;
  output: string;
  thousandSeparated?: boolean;
  unit?: string;
}

export interface OnClick {
  filters?: Array<OnClickFilter>;
  target?: OnClickTarget;
  type: string;
  urlTemplate?: string;
  whereLanguage?: "lucene" | "sql";
  whereTemplate?: string;
}

export interface OnClickFilter {
  expression: string;
  kind: string;
  template: string;
}

export interface OnClickTarget {
  id?: string;
  mode: string;
  template?: string;
}

export interface PageMeta {
  limit: number;
  offset: number;
  /** How many items there are in all. */
  total: number;
}

export interface PastMeta {
  hasMore: boolean;
  /** The endTime of the page with what is older; null at the end. */
  nextEndTime: number | null;
}

export interface PromQLCategoryConfig {
  configType: "promql";
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  queries: Array<PromQLExpression>;
  /** A source of kind promql; the metrics of the team when absent. */
  sourceId?: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface PromQLExpression {
  /** A PromQL expression. $name and ${name} stand for variables of the dashboard, $__interval, $__rate_interval and $__range for durations. */
  expression: string;
  /** In tiles over time: evaluate at the end of the time range only. Other tiles always do. */
  instant?: boolean;
  /** The name of its series; {{label}} stands for the value of a label. When absent, the name and labels of each series. */
  legend?: string;
}

export interface PromQLHeatmapConfig {
  configType: "promql";
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  queries: Array<PromQLExpression>;
  /** A source of kind promql; the metrics of the team when absent. */
  sourceId?: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface PromQLLineConfig {
  alignDateRangeToGranularity?: boolean;
  compareToPreviousPeriod?: boolean;
  configType: "promql";
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  /** Whether exemplars are drawn where there are any, which metrics have; true when absent. */
  exemplars?: boolean;
  fillNulls?: boolean;
  fitYAxisToData?: boolean;
  /** list: names only, the default. table: with the minimum, average, maximum and last value of each series. */
  legend?: "list" | "table" | "hidden";
  numberFormat?: NumberFormat;
  queries: Array<PromQLExpression>;
  /** The axis at the right, of series with axis right. */
  rightYAxis?: YAxis;
  seriesLimit?: number;
  /** A source of kind promql; the metrics of the team when absent. */
  sourceId?: string;
  /** Lines across the chart. Alerts have thresholds of their own. */
  thresholdLines?: Array<ThresholdLine>;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  /** The axis at the left. */
  yAxis?: YAxis;
}

export interface PromQLNumberConfig {
  color?: "chart-blue" | "chart-orange" | "chart-red" | "chart-cyan" | "chart-green" | "chart-pink" | "chart-purple" | "chart-light-blue" | "chart-brown" | "chart-gray" | "chart-success" | "chart-warning" | "chart-error";
  colorRules?: Array<ColorRule>;
  configType: "promql";
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  queries: Array<PromQLExpression>;
  /** A source of kind promql; the metrics of the team when absent. */
  sourceId?: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface PromQLStackedBarConfig {
  alignDateRangeToGranularity?: boolean;
  configType: "promql";
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  /** Whether exemplars are drawn where there are any, which metrics have; true when absent. */
  exemplars?: boolean;
  fillNulls?: boolean;
  /** list: names only, the default. table: with the minimum, average, maximum and last value of each series. */
  legend?: "list" | "table" | "hidden";
  numberFormat?: NumberFormat;
  queries: Array<PromQLExpression>;
  /** The axis at the right, of series with axis right. */
  rightYAxis?: YAxis;
  seriesLimit?: number;
  /** How stacked series are drawn; bars when absent. */
  shape?: "bars" | "area";
  /** A source of kind promql; the metrics of the team when absent. */
  sourceId?: string;
  /** Lines across the chart. Alerts have thresholds of their own. */
  thresholdLines?: Array<ThresholdLine>;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  /** The axis at the left. */
  yAxis?: YAxis;
}

export interface PromQLTableConfig {
  configType: "promql";
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  onClick?: OnClick;
  queries: Array<PromQLExpression>;
  /** A source of kind promql; the metrics of the team when absent. */
  sourceId?: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface QueryCost {
  /** Bytes that the engine read, uncompressed. */
  bytesRead: number;
  /** Time in the engine. */
  elapsedMs: number;
  /** Rows that the engine read. */
  rowsRead: number;
}

export interface QuerySetting {
  setting: string;
  value: string;
}

export interface ReadMeta {
  /** Bytes that the engine read, uncompressed. */
  bytesRead: number;
  /** Time in the engine. */
  elapsedMs: number;
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
  /** Rows that the engine read. */
  rowsRead: number;
}

export type RestoreBody = Record<string, unknown>;

export interface Role {
  /** Null for a predefined role. */
  createdAt: string | null;
  description: string;
  id: string;
  /** Description and permissions are left out: the caller neither has the role nor manages roles. */
  isHidden: boolean;
  /** The same in every team; can't be changed. */
  isPredefined: boolean;
  name: string;
  permissions: Array<RolePermission>;
  /** Null for a predefined role. */
  updatedAt: string | null;
}

export interface RoleBody {
  description?: string;
  name?: string;
  /** Their order has no meaning. The server adds permission to read connections. */
  permissions: Array<RolePermission>;
}

export interface RolePermission {
  action: "create" | "read" | "update" | "delete" | "manage";
  /** On resources: fields and the values that they must have. On data (clickhouse): where, whereLanguage and kind, which restrict the rows. */
  conditions?: Record<string, unknown>;
  /** Only with the action update: the fields that may change. */
  fields?: Array<string>;
  integration?: "mongodb" | "clickhouse";
  /** Denies instead of allowing. */
  inverted?: boolean;
  subject: "Alert" | "Connection" | "Dashboard" | "SavedSearch" | "Source" | "Team" | "User" | "Webhook" | "Role" | "Notebook" | "all";
}

export interface SQLCategoryConfig {
  configType: string;
  connectionId: string;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  sourceId?: string;
  sqlTemplate: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface SQLLineConfig {
  alignDateRangeToGranularity?: boolean;
  compareToPreviousPeriod?: boolean;
  configType: string;
  connectionId: string;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  /** Whether exemplars are drawn where there are any, which metrics have; true when absent. */
  exemplars?: boolean;
  fillNulls?: boolean;
  fitYAxisToData?: boolean;
  /** list: names only, the default. table: with the minimum, average, maximum and last value of each series. */
  legend?: "list" | "table" | "hidden";
  numberFormat?: NumberFormat;
  /** The axis at the right, of series with axis right. */
  rightYAxis?: YAxis;
  seriesLimit?: number;
  sourceId?: string;
  sqlTemplate: string;
  /** Lines across the chart. Alerts have thresholds of their own. */
  thresholdLines?: Array<ThresholdLine>;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  /** The axis at the left. */
  yAxis?: YAxis;
}

export interface SQLNumberConfig {
  color?: "chart-blue" | "chart-orange" | "chart-red" | "chart-cyan" | "chart-green" | "chart-pink" | "chart-purple" | "chart-light-blue" | "chart-brown" | "chart-gray" | "chart-success" | "chart-warning" | "chart-error";
  configType: string;
  connectionId: string;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  sourceId?: string;
  sqlTemplate: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface SQLStackedBarConfig {
  alignDateRangeToGranularity?: boolean;
  configType: string;
  connectionId: string;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  /** Whether exemplars are drawn where there are any, which metrics have; true when absent. */
  exemplars?: boolean;
  fillNulls?: boolean;
  /** list: names only, the default. table: with the minimum, average, maximum and last value of each series. */
  legend?: "list" | "table" | "hidden";
  numberFormat?: NumberFormat;
  /** The axis at the right, of series with axis right. */
  rightYAxis?: YAxis;
  seriesLimit?: number;
  /** How stacked series are drawn; bars when absent. */
  shape?: "bars" | "area";
  sourceId?: string;
  sqlTemplate: string;
  /** Lines across the chart. Alerts have thresholds of their own. */
  thresholdLines?: Array<ThresholdLine>;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  /** The axis at the left. */
  yAxis?: YAxis;
}

export interface SQLTableConfig {
  configType: string;
  connectionId: string;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  onClick?: OnClick;
  sourceId?: string;
  sqlTemplate: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface SavedDashboard {
  createdAt: string;
  /** The user or the key that saved it; absent for versions of before they were remembered. */
  createdBy?: string;
  /** What was stored, in the form of a create. */
  dashboard: DashboardSpec;
  /** The earlier version that was restored. */
  restoredFrom?: number;
  /** Counts the saves of the dashboard; it is its ETag at that time. */
  version: number;
}

export interface SavedFilterValue {
  condition: string;
  type?: string;
}

export interface SavedSearch {
  createdAt: string;
  filters?: Array<SearchFilter>;
  id: string;
  name: string;
  orderBy?: string;
  select?: string;
  sourceId: string;
  /** The source was deleted. */
  sourceMissing?: boolean;
  tags?: Array<string>;
  teamId: string;
  updatedAt: string;
  where?: string;
  whereLanguage?: "lucene" | "sql";
}

export interface SavedSearchBody {
  /** Each one facet: <column> IN (…), <column> NOT IN (…) or <column> BETWEEN a AND b. */
  filters?: Array<SearchFilter>;
  name: string;
  orderBy?: string;
  /** Columns; empty for the source's own. */
  select?: string;
  sourceId: string;
  /** Each at most 32 characters. Spaces around a tag, blank tags and repeats are dropped. */
  tags?: Array<string>;
  where?: string;
  whereLanguage?: "lucene" | "sql";
}

export interface SearchConfig {
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  numberFormat?: NumberFormat;
  select: string;
  sourceId: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  where?: string;
  whereLanguage?: "lucene" | "sql";
}

export interface SearchExplanation {
  /** What the condition matches, in English, such as: ServiceName is "cart" and Body has the word "timeout". */
  words: string;
}

export interface SearchField {
  /** The same in the SQL language. */
  expression: string;
  /** Whether it is a key of a map. Such keys are collected from the newest rows. */
  key: boolean;
  /** Name in the Lucene-like language. */
  name: string;
  /** Newest rows that have the key; 0 for columns. */
  rows: number;
  type: "text" | "number" | "boolean" | "time" | "map" | "list";
}

export interface SearchFilter {
  condition?: string;
  left?: string;
  operator?: string;
  right?: string;
  type?: string;
}

export interface SearchMeta {
  /** Bytes that the engine read, uncompressed. */
  bytesRead: number;
  /** Pass it to get the rows that follow; absent at the end. */
  cursor?: string;
  /** Time in the engine. */
  elapsedMs: number;
  /** Last instant that was searched. */
  endTime: string;
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
  /** Rows that the engine read. */
  rowsRead: number;
  /** First instant that was searched. */
  startTime: string;
  /** Whether there are fewer rows than asked for because the rows are large. */
  truncated: boolean;
  /** Warnings about the result, such as names that no record has. */
  warnings?: Array<Warning>;
}

export interface SearchRequestBody {
  /** The cursor of the previous response; continues after its last row, over the same time range. */
  cursor?: string;
  /** Last instant, RFC 3339; it is included. Now when absent. */
  endTime?: string;
  /** How many rows to return at most; 100 when absent. */
  limit?: number;
  /** The same as limit, for older clients. */
  maxResults?: number;
  /** How many rows to skip. Prefer a cursor: new rows do not shift it. */
  offset?: number;
  /** Comma-separated SQL expressions, each with an optional DESC; newest first when absent. */
  orderBy?: string;
  /** Comma-separated SQL expressions, each with an optional AS name; * for all columns, the source's own when absent. */
  select?: string;
  /** The source that is read. */
  sourceId: string;
  /** First instant, RFC 3339; 15 minutes before endTime when absent. */
  startTime?: string;
  /** Condition on rows; empty for all. */
  where?: string;
  /** Language of where. */
  whereLanguage?: "lucene" | "sql";
}

export interface SelectItem {
  aggFn: "avg" | "count" | "count_distinct" | "last_value" | "max" | "min" | "quantile" | "sum" | "any" | "none" | "increase";
  alias?: string;
  /** The axis that it is drawn on, in lines over time; left when absent. */
  axis?: "left" | "right";
  level?: number;
  metricName?: string;
  metricType?: "gauge" | "histogram" | "sum" | "summary" | "exponential histogram";
  numberFormat?: NumberFormat;
  periodAggFn?: string;
  valueExpression?: string;
  where?: string;
  whereLanguage?: "lucene" | "sql";
}

export interface SeriesRequestBody {
  /** Last instant, in epoch milliseconds; it is included. */
  endTime: number;
  /** Value of a bucket without rows. */
  fill?: "none" | "zero";
  /** Width of a bucket. auto makes at most 60 buckets, total one of the whole range. */
  granularity?: "30s" | "1m" | "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "6h" | "12h" | "1d" | "2d" | "7d" | "30d" | "auto" | "total";
  /** The series, all with the same groupBy. Those that share a source are read in one scan. */
  series: Array<ChartSeries>;
  /** How many groups to return at most; the largest are kept. */
  seriesLimit?: number;
  /** column: plain rows of one series after the other, with __hdx_time_bucket, series_0 and a column for each expression of groupBy, in JSON only. ratio or absent: points. */
  seriesReturnType?: "ratio" | "column";
  /** First instant, in epoch milliseconds. */
  startTime: number;
}

export interface ShareLink {
  createdAt: string;
  /** The user who made it; it ends with their access. */
  createdBy: string;
  expireAt: string;
  id: string;
  /** Null for not revoked. */
  revokedAt: string | null;
  /** The credential; returned only when the link is created. */
  token?: string;
  /** The page that shows the dashboard; returned only when the link is created. */
  url?: string;
}

export interface SharedDashboard {
  containers: Array<Container>;
  /** When the link ends. */
  expireAt: string;
  filters: Array<SharedFilter>;
  name: string;
  tiles: Array<SharedTile>;
}

export interface SharedFilter {
  id: string;
  name: string;
  type: "QUERY_EXPRESSION" | "LIST" | "TEXT" | "PROMQL";
  /** What is offered, with type LIST. */
  values?: Array<string>;
  /** What names and texts of tiles call it by, after a dollar sign; absent for a filter that is no variable. */
  variableName?: string;
}

export interface SharedTile {
  /** The config of the tile without its conditions, statements and links. */
  config: Record<string, unknown>;
  containerId?: string;
  h: number;
  id?: string;
  name: string;
  tabId?: string;
  w: number;
  x: number;
  y: number;
}

export interface SharedValuesInputBody {
  /** Last instant, in epoch milliseconds; it is included. The range is at most 31 days. */
  endTime: number;
  filterId: string;
  /** First instant, in epoch milliseconds. */
  startTime: number;
  /** The last part of the link's address. */
  token: string;
}

export interface Silence {
  at: string;
  by: string;
  reason: string;
  until: string;
}

export interface SilenceBody {
  reason?: string;
  /** In the future, at most 1 year ahead. */
  until: string;
}

export interface Source {
  bodyExpression?: string;
  connection: string;
  /** The connection was deleted. */
  connectionMissing?: boolean;
  createdAt: string;
  defaultTableSelectExpression?: string;
  disabled?: boolean;
  displayedTimestampValueExpression?: string;
  durationExpression?: string;
  durationPrecision?: number;
  eventAttributesExpression?: string;
  from: SourceTable;
  highlightedRowAttributeExpressions?: Array<Highlight>;
  highlightedTraceAttributeExpressions?: Array<Highlight>;
  id: string;
  implicitColumnExpression?: string;
  kind: "log" | "trace" | "metric" | "session" | "promql";
  knownColumnsListExpression?: string;
  logSourceId?: string | null;
  materializedViews?: Array<MaterializedView>;
  metadataMaterializedViews?: MetadataViews;
  metricSourceId?: string;
  metricTables?: MetricTables;
  name: string;
  orderByExpression?: string;
  parentSpanIdExpression?: string;
  querySettings?: Array<QuerySetting>;
  resourceAttributesExpression?: string;
  sampleRateExpression?: string;
  section?: string;
  seriesTable?: string;
  serviceNameExpression?: string;
  serviceVersionExpression?: string;
  sessionSourceId?: string;
  severityTextExpression?: string;
  spanEventsValueExpression?: string;
  spanIdExpression?: string;
  spanKindExpression?: string;
  spanLinksValueExpression?: string;
  spanNameExpression?: string;
  statusCodeExpression?: string;
  statusMessageExpression?: string;
  tableFilterExpression?: string;
  teamId: string;
  timestampValueExpression: string;
  traceIdExpression?: string;
  traceSourceId?: string;
  updatedAt: string;
  useTextIndexForImplicitColumn?: string;
}

export interface SourceMetric {
  /** Whether it is a sum that never falls: a counter. */
  isMonotonic: boolean;
  /** The type of its points, as a series of a chart names it. */
  metricDataType: "gauge" | "sum" | "histogram" | "exponential histogram" | "summary";
  name: string;
  /** The unit that its points were sent with; empty when they have none. */
  unit: string;
}

export interface SourceSpec {
  bodyExpression?: string;
  connection: string;
  defaultTableSelectExpression?: string;
  disabled?: boolean;
  displayedTimestampValueExpression?: string;
  durationExpression?: string;
  durationPrecision?: number;
  eventAttributesExpression?: string;
  from: SourceTable;
  highlightedRowAttributeExpressions?: Array<Highlight>;
  highlightedTraceAttributeExpressions?: Array<Highlight>;
  implicitColumnExpression?: string;
  kind: "log" | "trace" | "metric" | "session" | "promql";
  knownColumnsListExpression?: string;
  logSourceId?: string | null;
  materializedViews?: Array<MaterializedView>;
  metadataMaterializedViews?: MetadataViews;
  metricSourceId?: string;
  metricTables?: MetricTables;
  name: string;
  orderByExpression?: string;
  parentSpanIdExpression?: string;
  querySettings?: Array<QuerySetting>;
  resourceAttributesExpression?: string;
  sampleRateExpression?: string;
  section?: string;
  seriesTable?: string;
  serviceNameExpression?: string;
  serviceVersionExpression?: string;
  sessionSourceId?: string;
  severityTextExpression?: string;
  spanEventsValueExpression?: string;
  spanIdExpression?: string;
  spanKindExpression?: string;
  spanLinksValueExpression?: string;
  spanNameExpression?: string;
  statusCodeExpression?: string;
  statusMessageExpression?: string;
  tableFilterExpression?: string;
  timestampValueExpression: string;
  traceIdExpression?: string;
  traceSourceId?: string;
  useTextIndexForImplicitColumn?: string;
}

export interface SourceTable {
  databaseName: string;
  tableName: string;
}

export interface SqlColumn {
  name: string;
  /** any if the type depends on the values. */
  type: "text" | "number" | "boolean" | "time" | "map" | "list" | "any";
}

export interface SqlMeta {
  /** Bytes that the engine read, uncompressed. */
  bytesRead: number;
  /** The columns, in their order. */
  columns: Array<SqlColumn>;
  /** Time in the engine. */
  elapsedMs: number;
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
  /** Rows that the engine read. */
  rowsRead: number;
  /** What $__interval_s was replaced with. */
  stepSeconds: number;
  /** Whether there are more rows than an answer may hold: 10000, or 16 MiB. */
  truncated: boolean;
}

export interface SqlRequestBody {
  /** The connection to the team's own tables. */
  connectionId: string;
  /** Last instant, in epoch milliseconds; it is included. */
  endTime: number;
  /** SQL conditions that $__filters stands for. */
  filters?: Array<string>;
  /** What $__interval_s and $__timeInterval mean. auto makes at most 60 buckets. */
  granularity?: "30s" | "1m" | "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "6h" | "12h" | "1d" | "2d" | "7d" | "30d" | "auto";
  /** The source whose table $__sourceTable means. */
  sourceId?: string;
  /** One SELECT over the team's tables, with macros and variables. */
  sqlTemplate: string;
  /** First instant, in epoch milliseconds. */
  startTime: number;
  /** The values chosen for the template's variables; the others restrict nothing. */
  variables?: Array<SqlVariable>;
}

export interface SqlVariable {
  /** What $__filter($name) compares with the values. */
  expression?: string;
  /** The name without $. */
  name: string;
  /** The chosen values; none means all. */
  values: Array<string>;
}

export interface StackedBarConfig {
  alignDateRangeToGranularity?: boolean;
  asRatio?: boolean;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  /** Whether exemplars are drawn where there are any, which metrics have; true when absent. */
  exemplars?: boolean;
  fillNulls?: boolean;
  formulas?: Array<Formula>;
  groupBy?: string;
  /** list: names only, the default. table: with the minimum, average, maximum and last value of each series. */
  legend?: "list" | "table" | "hidden";
  numberFormat?: NumberFormat;
  /** The axis at the right, of series with axis right. */
  rightYAxis?: YAxis;
  select: Array<SelectItem>;
  seriesLimit?: number;
  /** How stacked series are drawn; bars when absent. */
  shape?: "bars" | "area";
  showOperandSeries?: boolean;
  sourceId: string;
  /** Lines across the chart. Alerts have thresholds of their own. */
  thresholdLines?: Array<ThresholdLine>;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
  /** The axis at the left. */
  yAxis?: YAxis;
}

export interface Suggestion {
  notificationsPerWeek: number;
  threshold: number;
}

export interface Tab {
  id: string;
  title: string;
}

export interface TableConfig {
  asRatio?: boolean;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  formulas?: Array<Formula>;
  groupBy?: string;
  groupByColumnsOnLeft?: boolean;
  having?: string;
  numberFormat?: NumberFormat;
  onClick?: OnClick;
  orderBy?: string;
  select: Array<SelectItem>;
  showOperandSeries?: boolean;
  sourceId: string;
  /** How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present. */
  timeShift?: string;
}

export interface Team {
  createdAt: string;
  /** Role of those who are invited without one; null: it follows from their role in the organization. */
  defaultUserRole: string | null;
  id: string;
  name: string;
}

export interface TeamInputBody {
  /** Letters, digits, spaces and . _ - ( ) [ ], at most 50. */
  name: string;
}

export interface ThresholdLine {
  color?: "chart-blue" | "chart-orange" | "chart-red" | "chart-cyan" | "chart-green" | "chart-pink" | "chart-purple" | "chart-light-blue" | "chart-brown" | "chart-gray" | "chart-success" | "chart-warning" | "chart-error";
  /** What stands at its end. */
  label?: string;
  /** Where it is on the left axis. */
  value: number;
}

export interface Tile {
  config: LineConfig | StackedBarConfig | TableConfig | NumberConfig | CategoryConfig | HeatmapConfig | SearchConfig | EventPatternsConfig | MarkdownConfig | SQLLineConfig | SQLStackedBarConfig | SQLTableConfig | SQLNumberConfig | SQLCategoryConfig | PromQLLineConfig | PromQLStackedBarConfig | PromQLTableConfig | PromQLNumberConfig | PromQLCategoryConfig | PromQLHeatmapConfig;
  containerId?: string;
  h: number;
  id?: string;
  name: string;
  tabId?: string;
  w: number;
  x: number;
  y: number;
}

export interface TileBackground {
  /** Start of a bucket in epoch milliseconds, and the number or null. */
  rows: Array<Array<unknown>>;
  stepSeconds: number;
}

export interface TileBody {
  /** With series only. */
  asRatio?: boolean;
  /** Required unless series is sent. */
  config?: LineConfig | StackedBarConfig | TableConfig | NumberConfig | CategoryConfig | HeatmapConfig | SearchConfig | EventPatternsConfig | MarkdownConfig | SQLLineConfig | SQLStackedBarConfig | SQLTableConfig | SQLNumberConfig | SQLCategoryConfig | PromQLLineConfig | PromQLStackedBarConfig | PromQLTableConfig | PromQLNumberConfig | PromQLCategoryConfig | PromQLHeatmapConfig;
  containerId?: string;
  h: number;
  /** Kept if the stored dashboard has a tile with this id. */
  id?: string;
  name: string;
  /** The older form: all items of one type, time, table, number, search or markdown. It is returned as config. */
  series?: Array<Record<string, unknown>>;
  tabId?: string;
  w: number;
  x: number;
  y: number;
}

export interface TileColumn {
  /** The formula whose value it is. */
  formula?: number;
  name: string;
  /** How to format its numbers. */
  numberFormat?: NumberFormat;
  /** time: start of a bucket in epoch milliseconds. group: what tells series, slices or rows apart. value: a number or null. cell: shown as it is. */
  role: "time" | "group" | "value" | "cell";
  /** The select item whose value it is. */
  series?: number;
  type: "text" | "number" | "boolean" | "time" | "map" | "list" | "any";
}

export interface TileContent {
  /** For numbers with backgroundChart. */
  background?: TileBackground;
  /** In the order of the cells of a row: its time, its groups, its values; or cells that are shown as they are. */
  columns: Array<TileColumn>;
  displayType: "line" | "stacked_bar" | "table" | "number" | "pie" | "bar" | "heatmap" | "search" | "event_patterns" | "markdown";
  /** For event_patterns: how many events there are. Their patterns are counted in at most 2000 of them, spread over the range. */
  eventsTotal?: number;
  /** With exemplars: measured values with their traces, in the order of time. Of many, the greatest of each part of the range and of each series in turn, each trace once for a series; at most 300. */
  exemplars?: Array<TileExemplar>;
  /** How many groups are not shown because there are more than the tile's limit. */
  groupsLeft: number;
  /** For event_patterns: the SQL expression of the messages. The events of a pattern are those whose messagePattern(message) is equal to it. Not for visitors of a shared dashboard. */
  message?: string;
  /** The period before, moved to this one; for tiles with compareToPreviousPeriod. */
  previous?: Array<Array<unknown>>;
  /** In the order in which they are drawn: by time, or the first row of a table first. */
  rows: Array<Array<unknown>>;
  /** With sql: the statements over the tables of the team's own database, with their values written out. Tiles of events have none. */
  statements?: Array<string>;
  /** Width of a bucket; the whole range where there are none. */
  stepSeconds: number;
}

export interface TileExemplar {
  /** The groups of its series among the rows; absent when they are not known. */
  group?: Array<string>;
  /** Whether the values shown are like its own, such as a quantile; those of a rate are not. */
  isValue: boolean;
  /** The select item or the PromQL query whose series it is of. */
  item: number;
  /** Its own and those of its series; at most 32, each of at most 256 bytes. */
  labels: Record<string, string>;
  spanId?: string;
  /** In epoch milliseconds. */
  time: number;
  traceId: string;
  value: number;
}

export interface TileFilterBody {
  /** The sources whose tiles are narrowed; none means all. */
  appliesToSourceIds?: Array<string>;
  /** SQL expression whose values are chosen. */
  expression?: string;
  /** The chosen values; none means all. */
  values?: Array<string>;
  /** A condition. Raw SQL tiles take one in SQL only. */
  where?: string;
  whereLanguage?: "lucene" | "sql";
}

export interface TileMeta {
  /** Bytes that the engine read, uncompressed. */
  bytesRead: number;
  /** Time in the engine. */
  elapsedMs: number;
  /** How many values were not finite: NaN or infinite. */
  nonFinite: number;
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
  /** Rows that the engine read. */
  rowsRead: number;
  /** Width of a bucket. */
  stepSeconds: number;
  /** Whether groups or rows were left out. */
  truncated: boolean;
  /** Warnings about the result, such as names that no record has. */
  warnings?: Array<Warning>;
}

export interface TileQuestionBody {
  /** Last instant, in epoch milliseconds; it is included. */
  endTime: number;
  /** Whether to return exemplars too; for line and stacked_bar over metrics and with PromQL. */
  exemplars?: boolean;
  /** The filters of the dashboard; all of them must hold. */
  filters?: Array<TileFilterBody>;
  /** Width of a bucket, for tiles over time. auto makes at most 60. */
  granularity?: "30s" | "1m" | "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "6h" | "12h" | "1d" | "2d" | "7d" | "30d" | "auto";
  /** Whether to return the statements too. */
  sql?: boolean;
  /** First instant, in epoch milliseconds. */
  startTime: number;
  /** The body of a tile, or only its config. */
  tile: AskedTileBody;
  /** The values chosen for the variables of a raw SQL tile; the others restrict nothing. */
  variables?: Array<TileVariableBody>;
}

export interface TileVariableBody {
  /** What $__filter($name) compares with the values. */
  expression?: string;
  /** The name without $. */
  name: string;
  /** The chosen values; none means all. */
  values: Array<string>;
}

export interface TraceMeta {
  /** Bytes that the engine read, uncompressed. */
  bytesRead: number;
  /** Milliseconds from the earliest start of a span to the latest end, those that are not returned included. */
  durationMs: number;
  /** Time in the engine. */
  elapsedMs: number;
  /** How many of its spans failed, those that are not returned included. */
  errorCount: number;
  /** How many log records the trace has, those that are not returned included. */
  logCount: number;
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
  /** Rows that the engine read. */
  rowsRead: number;
  /** How many spans the trace has, those that are not returned included. */
  spanCount: number;
  /** Whether the trace has more spans or records. */
  truncated: boolean;
}

export interface TraceRecord {
  /** Log records of the trace in the order of time, at most 2000. */
  logs: Array<unknown>;
  /** Spans in the order of time, at most 10000. */
  spans: Array<unknown>;
  traceId: string;
}

export interface Validation {
  errors: Array<Finding>;
  /** What would be stored; null when the body is not valid. */
  normalized: DashboardSpec | null;
  valid: boolean;
}

export interface ValueCount {
  /** Rows that have the value. */
  count: number;
  value: string;
}

export interface ValuesMeta {
  /** Bytes that the engine read, uncompressed. */
  bytesRead: number;
  /** Time in the engine. */
  elapsedMs: number;
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
  /** Rows that the engine read. */
  rowsRead: number;
  /** Warnings about the result, such as names that no record has. */
  warnings?: Array<Warning>;
}

export interface ValuesRequestBody {
  /** Only values with this text in them, in any letter case. */
  contains?: string;
  /** Last instant, RFC 3339; it is included. Now when absent. */
  endTime?: string;
  /** Names of fields, or SQL expressions. */
  fields: Array<string>;
  /** How many values of each field to return at most; 20 when absent. */
  limit?: number;
  /** The source that is read. */
  sourceId: string;
  /** First instant, RFC 3339; 15 minutes before endTime when absent. */
  startTime?: string;
  /** Condition on rows; empty for all. */
  where?: string;
  /** Language of where. */
  whereLanguage?: "lucene" | "sql";
}

export interface VisitToken {
  /** The last part of the link's address. */
  token: string;
}

export interface Warning {
  /** The filter at path does not narrow the tile, whose source can't answer it. */
  leftOut?: boolean;
  message: string;
  /** A name in the text, as it was written, that no record in the time range has, so that nothing matches it. Empty when the message is about something else. */
  name: string;
  /** Where the text is in the request. */
  path: string;
  /** Names that records do have, the closest first. */
  suggestions: Array<string>;
}

export interface Webhook {
  body?: string;
  createdAt: string;
  description?: string;
  /** When deliveries stopped because the receiver responded with 410; an update enables the webhook again. */
  disabledAt: string | null;
  id: string;
  name: string;
  /** The signing secret; returned only when it is created. */
  secret?: string;
  service: "generic" | "slack" | "incidentio" | "pagerduty";
  teamId: string;
  updatedAt: string;
  url: string;
}

export interface WebhookBody {
  /** Template of the body; not for slack and pagerduty. */
  body?: string | null;
  description?: string | null;
  /** When absent, the stored ones are kept unless url or service changes. */
  headers?: Record<string, string>;
  /** Unique among the webhooks of the service. */
  name: string;
  /** When absent, the stored ones are kept unless url or service changes. */
  queryParams?: Record<string, string>;
  service: "generic" | "slack" | "incidentio" | "pagerduty";
  /** HTTP or HTTPS; not a private address. */
  url: string;
}

export interface YAxis {
  /** The upper end; as the data needs when absent. */
  max?: number;
  /** The lower end; as the data needs when absent. */
  min?: number;
  /** linear when absent. log leaves out values that are not positive. */
  scale?: "linear" | "log";
}

export interface StackPaths {
  "/api/v2": {
    GET: {
      reply: Caller;
    };
  };
  "/api/v2/access-keys": {
    GET: {
      reply: {
        data: Array<AccessKey>;
      };
    };
    POST: {
      body: CreateAccessKeyInputBody;
      reply: {
        data: AccessKey;
      };
    };
  };
  "/api/v2/access-keys/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: Record<string, unknown>;
    };
  };
  "/api/v2/alerts": {
    GET: {
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
      reply: {
        data: Array<Alert>;
        meta: PageMeta;
      };
    };
    POST: {
      body: AlertBody;
      reply: {
        data: Alert;
      };
    };
  };
  "/api/v2/alerts/backtest": {
    POST: {
      body: BacktestBody;
      reply: {
        data: Backtest;
        meta: QueryCost;
      };
    };
  };
  "/api/v2/alerts/preview": {
    POST: {
      body: DraftBody;
      reply: {
        data: AlertPreview;
      };
    };
  };
  "/api/v2/alerts/test": {
    POST: {
      body: DraftBody;
      reply: {
        data: AlertTest;
      };
    };
  };
  "/api/v2/alerts/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: Record<string, unknown>;
    };
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Alert;
      };
    };
    PUT: {
      path: {
        /** The resource. */
        id: string;
      };
      body: AlertBody;
      etag?: string;
      reply: {
        data: Alert;
      };
    };
  };
  "/api/v2/alerts/{id}/deliveries": {
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
      reply: {
        data: Array<Delivery>;
        meta: PageMeta;
      };
    };
  };
  "/api/v2/alerts/{id}/evaluations": {
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** Only windows that end at or after this time, in epoch milliseconds. */
        startTime?: number;
        /** Only windows that end before this time, in epoch milliseconds. */
        endTime?: number;
      };
      reply: {
        data: Array<AlertEvaluation>;
        meta: PastMeta;
      };
    };
  };
  "/api/v2/alerts/{id}/history": {
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** Only windows that end at or after this time, in epoch milliseconds. */
        startTime?: number;
        /** Only windows that end before this time, in epoch milliseconds. */
        endTime?: number;
      };
      reply: {
        data: Array<AlertChange>;
        meta: PastMeta;
      };
    };
  };
  "/api/v2/alerts/{id}/silence": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        data: Alert;
      };
    };
    POST: {
      path: {
        /** The resource. */
        id: string;
      };
      body: SilenceBody;
      etag?: string;
      reply: {
        data: Alert;
      };
    };
  };
  "/api/v2/audit": {
    GET: {
      query?: {
        /** YYYY-MM-DD or an RFC 3339 date-time; from the beginning when absent. */
        from?: string;
        /** YYYY-MM-DD, which is included, or an RFC 3339 date-time, which is not; now when absent. */
        to?: string;
        /** Id or e-mail address of a person, or id or name of a key. */
        actor?: string;
        /** Id of an operation as in this document, or a command such as cairn key create. */
        operation?: string;
        subjectKind?: "dashboard" | "alert" | "source" | "connection" | "saved_search" | "webhook" | "delivery" | "share_link" | "access_key" | "ingestion_key" | "member" | "invitation" | "role" | "retention" | "session" | "password_link" | "team" | "service" | "telemetry" | "request";
        subjectId?: string;
        outcome?: "done" | "refused";
        /** Part of a name, an address, a reason, an operation or a change, in any case. */
        text?: string;
        /** The id of the last record of the previous page. */
        cursor?: string;
        /** How many records to return at most; without effect on newline-delimited JSON, which has all. */
        limit?: number;
        /** ndjson is the same as to accept application/x-ndjson, for links. */
        format?: "json" | "ndjson";
      };
      reply: {
        data: Array<AuditRecord>;
        meta: AuditMeta;
      };
    };
  };
  "/api/v2/audit/chain": {
    GET: {
      reply: {
        data: AuditChain;
      };
    };
  };
  "/api/v2/charts/series": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: ChartRequestBody;
      reply: {
        data: Array<ChartPoint | ChartRow>;
        meta: ChartMeta;
      };
    };
  };
  "/api/v2/charts/series/sql": {
    POST: {
      body: SeriesRequestBody;
      reply: {
        data: ChartStatements;
      };
    };
  };
  "/api/v2/charts/sql": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: SqlRequestBody;
      reply: {
        data: Array<unknown>;
        meta: SqlMeta;
      };
    };
  };
  "/api/v2/charts/tile": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: TileQuestionBody;
      reply: {
        data: TileContent;
        meta: TileMeta;
      };
    };
  };
  "/api/v2/connections": {
    GET: {
      reply: {
        data: Array<Connection>;
      };
    };
    POST: {
      body: ConnectionBody;
      reply: {
        data: Connection;
      };
    };
  };
  "/api/v2/connections/test": {
    POST: {
      body: ConnectionBody;
      reply: {
        data: ConnectionTest;
      };
    };
  };
  "/api/v2/connections/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: Record<string, unknown>;
    };
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Connection;
      };
    };
    PUT: {
      path: {
        /** The resource. */
        id: string;
      };
      body: ConnectionBody;
      etag?: string;
      reply: {
        data: Connection;
      };
    };
  };
  "/api/v2/dashboards": {
    GET: {
      reply: {
        data: Array<Dashboard>;
      };
    };
    POST: {
      body: DashboardBody;
      reply: {
        data: Dashboard;
      };
    };
  };
  "/api/v2/dashboards/grafana": {
    POST: {
      body: GrafanaInputBody;
      reply: {
        data: GrafanaTranslation;
      };
    };
  };
  "/api/v2/dashboards/share-links/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: Record<string, unknown>;
    };
  };
  "/api/v2/dashboards/validate": {
    POST: {
      body: DashboardBody;
      reply: BareValidation;
    };
  };
  "/api/v2/dashboards/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: Record<string, unknown>;
    };
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Dashboard;
      };
    };
    PUT: {
      path: {
        /** The resource. */
        id: string;
      };
      body: DashboardBody;
      etag?: string;
      reply: {
        data: Dashboard;
      };
    };
  };
  "/api/v2/dashboards/{id}/share-links": {
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Array<ShareLink>;
      };
    };
    POST: {
      path: {
        /** The resource. */
        id: string;
      };
      body: CreateShareLinkInputBody;
      reply: {
        data: ShareLink;
      };
    };
  };
  "/api/v2/dashboards/{id}/versions": {
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Array<DashboardVersion>;
      };
    };
  };
  "/api/v2/dashboards/{id}/versions/{version}": {
    GET: {
      path: {
        /** The resource. */
        id: string;
        /** The version, as the list of versions has it. */
        version: number;
      };
      reply: {
        data: SavedDashboard;
      };
    };
  };
  "/api/v2/dashboards/{id}/versions/{version}/restore": {
    POST: {
      path: {
        /** The resource. */
        id: string;
        /** The version, as the list of versions has it. */
        version: number;
      };
      body: RestoreBody;
      etag?: string;
      reply: {
        data: Dashboard;
      };
    };
  };
  "/api/v2/deliveries/{id}/redeliver": {
    POST: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Delivery;
      };
    };
  };
  "/api/v2/ingestion-keys": {
    GET: {
      reply: {
        data: Array<IngestionKey>;
      };
    };
    POST: {
      body: CreateIngestionKeyInputBody;
      reply: {
        data: IngestionKey;
      };
    };
  };
  "/api/v2/ingestion-keys/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: Record<string, unknown>;
    };
  };
  "/api/v2/roles": {
    GET: {
      reply: {
        data: Array<Role>;
      };
    };
    POST: {
      body: RoleBody;
      reply: {
        data: Role;
      };
    };
  };
  "/api/v2/roles/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: Record<string, unknown>;
    };
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Role;
      };
    };
    PUT: {
      path: {
        /** The resource. */
        id: string;
      };
      body: RoleBody;
      etag?: string;
      reply: {
        data: Role;
      };
    };
  };
  "/api/v2/saved-searches": {
    GET: {
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
      reply: {
        data: Array<SavedSearch>;
        meta: PageMeta;
      };
    };
    POST: {
      body: SavedSearchBody;
      reply: {
        data: SavedSearch;
      };
    };
  };
  "/api/v2/saved-searches/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: Record<string, unknown>;
    };
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: SavedSearch;
      };
    };
    PUT: {
      path: {
        /** The resource. */
        id: string;
      };
      body: SavedSearchBody;
      etag?: string;
      reply: {
        data: SavedSearch;
      };
    };
  };
  "/api/v2/search": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: SearchRequestBody;
      reply: {
        data: Array<unknown>;
        meta: SearchMeta;
        /** How many rows there are in the response. */
        rows: number;
      };
    };
  };
  "/api/v2/search/around": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: AroundRequestBody;
      reply: {
        data: Neighbours;
        meta: ReadMeta;
      };
    };
  };
  "/api/v2/search/explain": {
    POST: {
      body: ExplainRequestBody;
      reply: {
        data: SearchExplanation;
      };
    };
  };
  "/api/v2/search/fields": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: FieldsRequestBody;
      reply: {
        data: Array<SearchField>;
        meta: ReadMeta;
      };
    };
  };
  "/api/v2/search/label-values": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: LabelValuesRequestBody;
      reply: {
        data: Array<string>;
        meta: Missing;
      };
    };
  };
  "/api/v2/search/metrics": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: MetricsRequestBody;
      reply: {
        data: Array<SourceMetric>;
        meta: ReadMeta;
      };
    };
  };
  "/api/v2/search/tail": {
    GET: {
      query: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** The source that is read. */
        sourceId: string;
        /** Condition on rows; empty for all. */
        where?: string;
        /** Language of where. */
        whereLanguage?: "lucene" | "sql";
        /** As in a search. */
        select?: string;
      };
    };
  };
  "/api/v2/search/values": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: ValuesRequestBody;
      reply: {
        data: Array<FieldValues>;
        meta: ValuesMeta;
      };
    };
  };
  "/api/v2/shared": {
    POST: {
      body: VisitToken;
      reply: {
        data: SharedDashboard;
      };
    };
  };
  "/api/v2/shared/tile": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: DrawSharedInputBody;
      reply: {
        data: TileContent;
        meta: TileMeta;
      };
    };
  };
  "/api/v2/shared/values": {
    POST: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: SharedValuesInputBody;
      reply: {
        data: Array<ValueCount>;
        meta: Missing;
      };
    };
  };
  "/api/v2/sources": {
    GET: {
      reply: {
        data: Array<Source>;
      };
    };
    POST: {
      body: SourceSpec;
      reply: {
        data: Source;
      };
    };
  };
  "/api/v2/sources/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: Record<string, unknown>;
    };
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Source;
      };
    };
    PUT: {
      path: {
        /** The resource. */
        id: string;
      };
      body: SourceSpec;
      etag?: string;
      reply: {
        data: Source;
      };
    };
  };
  "/api/v2/team": {
    DELETE: {
      query: {
        /** The name of the team, so that no other one is meant. */
        name: string;
      };
      reply: {
        data: Done;
      };
    };
    GET: {
      reply: {
        data: Team;
      };
    };
    PATCH: {
      body: TeamInputBody;
      reply: {
        data: Team;
      };
    };
  };
  "/api/v2/team/defaultUserRole": {
    PATCH: {
      body: DefaultRoleInputBody;
      reply: {
        data: DefaultRole;
      };
    };
  };
  "/api/v2/team/invitation": {
    POST: {
      body: InvitationBody;
      reply: {
        data: NewInvitation;
      };
    };
  };
  "/api/v2/team/invitation/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Done;
      };
    };
  };
  "/api/v2/team/invitations": {
    GET: {
      reply: {
        data: Array<Invitation>;
      };
    };
  };
  "/api/v2/team/join": {
    POST: {
      body: JoinInputBody;
      reply: {
        data: Joined;
      };
    };
  };
  "/api/v2/team/member/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Done;
      };
    };
  };
  "/api/v2/team/members": {
    GET: {
      reply: {
        data: Array<Member>;
      };
    };
  };
  "/api/v2/team/members/{id}/role": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Done;
      };
    };
    PUT: {
      path: {
        /** The resource. */
        id: string;
      };
      body: MemberRoleInputBody;
      reply: {
        data: Member;
      };
    };
  };
  "/api/v2/teams": {
    POST: {
      body: TeamInputBody;
      reply: {
        data: Team;
      };
    };
  };
  "/api/v2/traces/{traceId}": {
    GET: {
      path: {
        /** 32 lower-case hex characters. */
        traceId: string;
      };
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** A trace source; the team's first one when absent. */
        sourceId?: string;
        /** Earliest possible start of the trace, RFC 3339; speeds up the search. */
        startTime?: string;
        /** Latest possible end of the trace, RFC 3339. */
        endTime?: string;
      };
      reply: {
        data: TraceRecord;
        meta: TraceMeta;
      };
    };
  };
  "/api/v2/webhooks": {
    GET: {
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
      reply: {
        data: Array<Webhook>;
        meta: PageMeta;
      };
    };
    POST: {
      body: WebhookBody;
      reply: {
        data: Webhook;
      };
    };
  };
  "/api/v2/webhooks/{id}": {
    DELETE: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: Record<string, unknown>;
    };
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Webhook;
      };
    };
    PUT: {
      path: {
        /** The resource. */
        id: string;
      };
      body: WebhookBody;
      etag?: string;
      reply: {
        data: Webhook;
      };
    };
  };
  "/api/v2/webhooks/{id}/deliveries": {
    GET: {
      path: {
        /** The resource. */
        id: string;
      };
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
      reply: {
        data: Array<Delivery>;
        meta: PageMeta;
      };
    };
  };
  "/api/v2/webhooks/{id}/rotate-secret": {
    POST: {
      path: {
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        data: Webhook;
      };
    };
  };
  "/api/v2/webhooks/{id}/test": {
    POST: {
      path: {
        /** The resource. */
        id: string;
      };
      reply: {
        data: Delivery;
      };
    };
  };
}
