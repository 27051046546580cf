// Generated from the OpenAPI document of "Cairn cloud API" by make gen. Do not edit.

export interface AcceptInputBody {
  /** Name of the person, for a new account. */
  name?: string;
  /** Password of the new account, 12 to 128 characters, or of the existing account of the invited address. */
  password: string;
  /** The part after token= in the invitation's address. */
  token: string;
}

export interface Activity {
  /** The user's e-mail address or the key's name. */
  actorDetails?: string;
  /** The user or the key. */
  actorId?: string;
  actorIpAddress?: string;
  actorType: "user" | "support" | "system" | "api";
  /** What changed, as it is now; absent if it was deleted. */
  after?: unknown;
  /** What changed, as it was before; absent if it was created. */
  before?: unknown;
  createdAt: string;
  /** SHA-256 over this entry and the hash of the previous entry. */
  hash: string;
  id: string;
  keyUpdateType?: string;
  organizationId: string;
  /** The hash of the previous entry. */
  prevHash: string;
  /** 1 for the first entry of the organization. */
  sequence: number;
  serviceId?: string;
  /** The key, member, invitation or endpoint that it is about. */
  targetId?: string;
  targetKeyId?: string;
  type: string;
  userAgent?: string;
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

export interface AssignedRole {
  roleId: string;
  roleName: string;
  roleType: "system" | "custom";
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

export type BacktestStackAlertMeta = Record<string, unknown>;

export interface BacktestTransition {
  /** End of the window. */
  at: string;
  from: "inactive" | "pending" | "firing" | "error";
  group: Array<GroupValue>;
  to: "inactive" | "pending" | "firing" | "error";
  value: number | null;
}

export interface BackupConfiguration {
  backupPeriodInHours: number;
  backupRetentionPeriodInHours: number;
  /** HH:MM in UTC; absent for any time. */
  backupStartTime?: string;
  /** Whether the installation has a storage for backups. If not, none are made. */
  makesBackups: boolean;
  /** When the next backup is due. */
  nextBackupAt: string;
}

export interface BackupPatch {
  /** One of 6, 8, 12, 16, 20, 24, 36, 48; null resets it. */
  backupPeriodInHours?: number | null;
  /** 24 to 1080, a multiple of 24; null resets it. */
  backupRetentionPeriodInHours?: number | null;
  /** HH:MM in UTC; null resets it. */
  backupStartTime?: string | null;
}

export interface ByocConfig {
  accountName: string;
  id: string;
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

export interface ColorRule {
  color: "chart-blue" | "chart-orange" | "chart-red" | "chart-cyan" | "chart-green" | "chart-pink" | "chart-purple" | "chart-light-blue" | "chart-brown" | "chart-gray" | "chart-success" | "chart-warning" | "chart-error";
  label?: string;
  operator: "gt" | "gte" | "lt" | "lte" | "between" | "eq" | "neq";
  value: number | Array<number> | string;
}

export interface Container {
  bordered?: boolean;
  collapsed: boolean;
  collapsible?: boolean;
  id: string;
  tabs?: Array<Tab>;
  title: string;
}

export interface CostMetrics {
  backupCHC: number;
  backupUnits: number;
  computeCHC: number;
  computeUnits: number;
  dataTransferCHC: number;
  dataTransferUnits: number;
  initialLoadCHC: number;
  initialLoadUnits: number;
  interRegionTier1DataTransferCHC: number;
  interRegionTier1DataTransferUnits: number;
  interRegionTier2DataTransferCHC: number;
  interRegionTier2DataTransferUnits: number;
  interRegionTier3DataTransferCHC: number;
  interRegionTier3DataTransferUnits: number;
  interRegionTier4DataTransferCHC: number;
  interRegionTier4DataTransferUnits: number;
  publicDataTransferCHC: number;
  publicDataTransferUnits: number;
  storageCHC: number;
  storageUnits: number;
}

export interface CreateInvitationInputBody {
  /** As for members. Not together with role. */
  assignedRoleIds?: Array<string>;
  email: string;
  /** Required without assignedRoleIds. */
  role?: "admin" | "developer" | "billing" | "member";
}

export interface CreatePrivateEndpointInputBody {
  description?: string;
  /** The endpoint at the provider. */
  id: string;
}

export interface CreateRoleInputBody {
  /** user/ and the id of a member, apiKey/ and the id of a key. */
  actors: Array<string>;
  /** Unique in the organization, in any letter case. */
  name: string;
  policies: Array<PolicyBody>;
}

export interface CurrentScaling {
  effectiveAutoscalingMode: "vertical" | "horizontal";
  effectiveIdleScaling: boolean;
  effectiveIdleTimeoutMinutes?: number;
  effectiveMaxReplicaMemoryGb: number;
  /** numReplicas when the mode is vertical. */
  effectiveMaxReplicas: number;
  effectiveMinReplicaMemoryGb: number;
  /** numReplicas when the mode is vertical. */
  effectiveMinReplicas: number;
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

export interface DnsMapping {
  /** A DNS name; its first label may be a wildcard. */
  privateDnsName: string;
}

export interface DraftBody {
  /** The body of an alert. To preview it, it needs no channel. */
  alert: AlertBody;
}

export interface Endpoint {
  /** Always true: an endpoint that is off is not listed. */
  enabled: boolean;
  host: string;
  port: number;
  protocol: "https" | "nativesecure" | "mysql";
}

export interface EndpointIDsPatch {
  add?: Array<string>;
  /** Removed first. */
  remove?: Array<string>;
}

export interface EndpointSwitch {
  /** Only mysql can be false. */
  enabled: boolean;
  protocol: "https" | "nativesecure" | "mysql";
}

export interface Error {
  /** The rules that the input breaks, and where. */
  details?: Array<Detail>;
  /** A reason in upper case, a colon, and what is wrong. */
  error: string;
  /** Unique for each request. */
  requestId: string;
  /** The HTTP status code. */
  status: number;
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

export interface HashData {
  /** Base64 of the SHA-256 of the key id. */
  keyIdHash: string;
  /** The last four characters of the key id. */
  keyIdSuffix: string;
  /** Base64 of the SHA-256 of the key secret. */
  keySecretHash: string;
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

export interface Invitation {
  assignedRoles: Array<AssignedRole>;
  createdAt: string;
  email: string;
  expireAt: string;
  id: string;
  role: "admin" | "developer" | "billing" | "member";
  /** Anyone who has it can join the organization. Returned only when it is created. */
  url?: string;
}

export interface IpRule {
  description?: string;
  /** An IP address, a CIDR, or the word anywhere. */
  source: string;
}

export interface IpRulesPatch {
  add?: Array<IpRule>;
  /** Removed first. */
  remove?: Array<IpRule>;
}

export interface Key {
  assignedRoles: Array<AssignedRole>;
  createdAt: string;
  /** null for never. */
  expireAt: string | null;
  /** The id of this key in the API; not the key id that it signs in with. */
  id: string;
  ipAccessList: Array<IpRule>;
  /** The last four characters of the key id. */
  keySuffix: string;
  name: string;
  /** The system roles, which are among assignedRoles. */
  roles: Array<string>;
  state: "enabled" | "disabled";
  /** To the minute; absent if it was never used. */
  usedAt?: string;
}

export interface KeyBody {
  /** All roles. Not together with roles. */
  assignedRoleIds?: Array<string>;
  /** RFC 3339; absent, null or empty for never. */
  expireAt?: string | null;
  /** For a key whose id and secret the client generated. */
  hashData?: HashData;
  /** When absent, from anywhere; when empty, from nowhere. */
  ipAccessList?: Array<IpRule>;
  name: string;
  /** admin, developer, billing; required without assignedRoleIds. */
  roles?: Array<string>;
  state?: "enabled" | "disabled";
}

export interface KeyPatch {
  /** All roles, in place of the current ones. Not together with roles. */
  assignedRoleIds?: Array<string>;
  /** RFC 3339; null or empty for never. */
  expireAt?: string | null;
  /** Replaces the current one. */
  ipAccessList?: Array<IpRule>;
  name?: string;
  /** admin, developer, billing. */
  roles?: Array<string>;
  state?: "enabled" | "disabled";
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
  assignedRoles: Array<AssignedRole>;
  email: string;
  joinedAt: string;
  name: string;
  /** The system role, which is one of assignedRoles. */
  role: "admin" | "developer" | "billing" | "member";
  userId: string;
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

export interface MissingShard {
  /** Why it is missing. */
  reason: string;
  /** Its number. */
  shard: number;
}

export interface NewKey {
  key: Key;
  /** The user name to sign in with; shown only once, absent if the request contained hashes. */
  keyId?: string;
  /** The password to sign in with; shown only once, absent if the request contained hashes. */
  keySecret?: string;
}

export interface NewPassword {
  /** Shown only once; absent if the request contained hashes. */
  password?: string;
}

export interface NewService {
  /** Shown only once. */
  password: string;
  service: Service;
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

export interface Organization {
  /** Always empty: everything runs in the installation itself. */
  byocConfig: Array<ByocConfig>;
  createdAt: string;
  enableCoreDumps: boolean;
  id: string;
  name: string;
  privateEndpoints: Array<PrivateEndpoint>;
}

export interface OrganizationPatch {
  enableCoreDumps?: boolean;
  name?: string;
  privateEndpoints?: PrivateEndpointsPatch;
}

export interface OrganizationRole {
  /** Who has the role: user/ and the id of a member, apiKey/ and the id of a key. */
  actors: Array<string>;
  createdAt: string;
  id: string;
  name: string;
  /** As tenantId. */
  ownerId: string;
  policies: Array<RolePolicy>;
  /** organization/ and its id. */
  tenantId: string;
  /** System roles can't be changed. */
  type: "system" | "custom";
  updatedAt: string;
}

export interface PageMeta {
  limit: number;
  offset: number;
  /** How many items there are in all. */
  total: number;
}

export interface PolicyBody {
  /** A denial wins over every allowance. */
  allowDeny: "ALLOW" | "DENY";
  /** All on the organization or all on services. */
  permissions: Array<string>;
  /** organization/ and the id of this organization; or instance/* for all services, instance/ and an id for one. */
  resources: Array<string>;
  tags?: PolicyTags;
}

export interface PolicyTags {
  /** Kept, without effect. */
  grants?: Array<string>;
  /** Kept, without effect. */
  roleV2?: "sql-console-readonly" | "sql-console-admin";
}

export interface PrivateEndpoint {
  /** Of the services that it leads to; empty if unknown. */
  cloudProvider: string;
  description: string;
  id: string;
  /** As cloudProvider. */
  region: string;
}

export interface PrivateEndpointConfig {
  endpointServiceId: string;
  privateDnsHostname?: string;
}

export interface PrivateEndpointItem {
  cloudProvider?: "aws" | "gcp" | "azure";
  /** When absent, the endpoint keeps its own. */
  description?: string;
  id: string;
  region?: string;
}

export interface PrivateEndpointsPatch {
  /** Added after the removals. Repeating it has no effect. */
  add?: Array<PrivateEndpointItem>;
  /** Removed first, also from the services that have them. Repeating it has no effect. */
  remove?: Array<PrivateEndpointItem>;
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

export interface QueryEndpoint {
  /** Origins or hosts whose pages may query, separated by commas; * for all. */
  allowedOrigins: string;
  id: string;
  /** The ids of the keys that may query; not the key ids that they sign in with. */
  openApiKeys: Array<string>;
  roles: Array<string>;
}

export interface QuerySetting {
  setting: string;
  value: string;
}

export type RestoreBody = Record<string, unknown>;

export interface ReverseBody {
  customPrivateDnsMappings?: Array<DnsMapping>;
  description?: string;
  /** Required when type is GCP_PSC_SERVICE_ATTACHMENT. */
  gcpServiceAttachment?: string | null;
  /** SASL_IAM or SASL_SCRAM; required when type is MSK_MULTI_VPC. */
  mskAuthentication?: string | null;
  /** Required when type is MSK_MULTI_VPC. */
  mskClusterArn?: string | null;
  type: "VPC_ENDPOINT_SERVICE" | "VPC_RESOURCE" | "MSK_MULTI_VPC" | "GCP_PSC_SERVICE_ATTACHMENT";
  /** Required when type is VPC_ENDPOINT_SERVICE. */
  vpcEndpointServiceName?: string | null;
  /** Required when type is VPC_RESOURCE. */
  vpcResourceConfigurationId?: string | null;
  /** Required when type is VPC_RESOURCE. */
  vpcResourceShareArn?: string | null;
}

export interface ReversePrivateEndpoint {
  createdAt: string;
  customPrivateDnsMappings: Array<DnsMapping>;
  description: string;
  dnsNames: Array<string>;
  /** Empty while there is none. */
  endpointId: string;
  gcpServiceAttachment: string | null;
  id: string;
  lastTransitionAt: string;
  mskAuthentication: "SASL_IAM" | "SASL_SCRAM" | null;
  mskClusterArn: string | null;
  privateDnsNames: Array<string>;
  serviceId: string;
  status: "Unknown" | "Provisioning" | "Deleting" | "Ready" | "Failed" | "PendingAcceptance" | "Rejected" | "Expired";
  /** Why the endpoint has its status; may be empty. */
  statusReason: string;
  type: "VPC_ENDPOINT_SERVICE" | "VPC_RESOURCE" | "MSK_MULTI_VPC" | "GCP_PSC_SERVICE_ATTACHMENT";
  vpcEndpointServiceName: string | null;
  vpcResourceConfigurationId: string | null;
  vpcResourceShareArn: string | null;
}

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

export interface RolePolicy {
  allowDeny: "ALLOW" | "DENY";
  id: string;
  permissions: Array<string>;
  resources: Array<string>;
  roleId: string;
  tags?: PolicyTags;
  tenantId: string;
}

export interface RunQueryInputBody {
  /** default, which is the only one. */
  database?: string;
  /** The client's own name for the run; it has no effect. */
  runId?: string;
  /** One SELECT; see Raw SQL tiles for what it may say. */
  sql: string;
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

export interface ScalingBody {
  autoscalingMode?: "vertical" | "horizontal";
  idleScaling?: boolean;
  idleTimeoutMinutes?: number;
  maxReplicaMemoryGb?: number;
  /** Only when autoscalingMode is horizontal. */
  maxReplicas?: number;
  minReplicaMemoryGb?: number;
  /** Only when autoscalingMode is horizontal. */
  minReplicas?: number;
  numReplicas?: number;
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

export interface SearchFilter {
  condition?: string;
  left?: string;
  operator?: string;
  right?: string;
  type?: string;
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

export interface Service {
  autoscalingMode: "vertical" | "horizontal";
  /** Registered with the organization for the provider and region of the service. */
  availablePrivateEndpointIds: Array<string>;
  complianceType?: "hipaa" | "pci";
  createdAt: string;
  currentScaling: CurrentScaling;
  dataWarehouseId: string;
  enableCoreDumps: boolean;
  endpoints: Array<Endpoint>;
  /** Always false. */
  hasTransparentDataEncryption: boolean;
  iamRole?: string;
  id: string;
  idleScaling: boolean;
  /** Absent if idle scaling is off and no timeout is set. */
  idleTimeoutMinutes?: number;
  ipAccessList: Array<IpRule>;
  isPrimary: boolean;
  isReadonly: boolean;
  maxReplicaMemoryGb: number;
  maxReplicas?: number;
  minReplicaMemoryGb: number;
  minReplicas?: number;
  name: string;
  numReplicas: number;
  privateEndpointIds: Array<string>;
  provider: "aws" | "gcp" | "azure";
  region: string;
  releaseChannel: "slow" | "default" | "fast";
  state: "provisioning" | "running" | "stopping" | "stopped" | "starting" | "idle" | "awaking" | "degraded" | "failed" | "terminating" | "terminated";
  /** Why the service is stuck in its state. */
  stateReason?: string;
  tags: Array<Tag>;
  /** As chosen when the service was created. */
  tier?: string;
}

export interface ServiceBackup {
  /** The name that the service had. */
  backupName: string;
  /** 0 while the backup is in progress. */
  durationInSeconds: number;
  /** Why the latest attempt failed; only if the status is error. */
  error?: string;
  /** When the backup may be deleted. The latest one of a service is kept until there is another. */
  expireAt: string;
  /** Absent while the backup is in progress. */
  finishedAt?: string;
  id: string;
  serviceId: string;
  /** As it is stored; 0 unless the status is done. */
  sizeInBytes: number;
  /** When the latest attempt began. */
  startedAt: string;
  status: "in_progress" | "done" | "error";
  /** There are no incremental backups. */
  type: "full";
}

export interface ServiceBody {
  autoscalingMode?: "vertical" | "horizontal";
  /** A backup of the organization whose data the service begins with. It is running once it has all of it. */
  backupId?: string;
  complianceType?: "hipaa" | "pci";
  /** The warehouse of another service to share. When absent, the service gets its own. */
  dataWarehouseId?: string;
  enableCoreDumps?: boolean;
  endpoints?: Array<EndpointSwitch>;
  /** Must be false: there is no such encryption. */
  hasTransparentDataEncryption?: boolean;
  idleScaling?: boolean;
  idleTimeoutMinutes?: number;
  /** When absent, from anywhere; when empty, through private endpoints only. */
  ipAccessList?: Array<IpRule>;
  /** Only with the warehouse of another service. */
  isReadonly?: boolean;
  maxReplicaMemoryGb?: number;
  /** Only when autoscalingMode is horizontal. */
  maxReplicas?: number;
  minReplicaMemoryGb?: number;
  /** Only when autoscalingMode is horizontal. */
  minReplicas?: number;
  /** Letters, digits, spaces and . _ - ( ) [ ]. */
  name: string;
  numReplicas?: number;
  privateEndpointIds?: Array<string>;
  provider: "aws" | "gcp" | "azure";
  region: string;
  releaseChannel?: "slow" | "default" | "fast";
  tags?: Array<Tag>;
  /** Stored and returned; it has no effect. */
  tier?: "development" | "production" | "dedicated_high_mem" | "dedicated_high_cpu" | "dedicated_standard" | "PPv2";
}

export interface ServicePatch {
  enableCoreDumps?: boolean;
  endpoints?: Array<EndpointSwitch>;
  ipAccessList?: IpRulesPatch;
  name?: string;
  privateEndpointIds?: EndpointIDsPatch;
  releaseChannel?: "slow" | "default" | "fast";
  tags?: TagsPatch;
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

export interface Tag {
  key: string;
  value?: string;
}

export interface TagsPatch {
  add?: Array<Tag>;
  /** Removed first; without a value, whatever the value is. */
  remove?: Array<Tag>;
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

export interface TileAlone {
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
  /** The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole. */
  partial?: Array<MissingShard>;
  /** The period before, moved to this one; for tiles with compareToPreviousPeriod. */
  previous?: Array<Array<unknown>>;
  /** In the order in which they are drawn: by time, or the first row of a table first. */
  rows: Array<Array<unknown>>;
  /** With sql: the statements over the tables of the team's own database, with their values written out. Tiles of events have none. */
  statements?: Array<string>;
  /** Width of a bucket; the whole range where there are none. */
  stepSeconds: number;
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

export interface TotalScalingBody {
  idleScaling?: boolean;
  idleTimeoutMinutes?: number;
  /** In total, over three replicas. */
  maxTotalMemoryGb?: number;
  /** In total, over three replicas. */
  minTotalMemoryGb?: number;
  numReplicas?: number;
}

export interface UpdateMemberInputBody {
  /** All roles, in place of the current ones. At most one system role; without one, Member. Not together with role. */
  assignedRoleIds?: Array<string>;
  /** The system role; other roles stay, except beside admin. */
  role?: "admin" | "developer" | "billing" | "member";
}

export interface UpdatePasswordInputBody {
  /** For the MySQL protocol: 40 hexadecimal digits. */
  newDoubleSha1Hash?: string;
  /** Base64 of the SHA-256 of a password that the client keeps. When absent, the server generates one. */
  newPasswordHash?: string;
}

export interface UpdateReverseInputBody {
  /** Replaces the current ones; empty for none. */
  customPrivateDnsMappings?: Array<DnsMapping>;
}

export interface UpdateRoleInputBody {
  /** All of them, in place of the current ones. */
  actors?: Array<string>;
  name?: string;
  /** All of them, in place of the current ones. */
  policies?: Array<PolicyBody>;
}

export interface UpdateStateInputBody {
  command: "start" | "stop" | "awake";
}

export interface UpdateUpgradeWindowInputBody {
  /** In hours; optional. */
  duration?: 6;
  startHourUtc: 0 | 6 | 12 | 18;
  /** 0 is Sunday. */
  weekday: number;
}

export interface UpgradeWindow {
  /** In hours; always 6. */
  duration: number;
  /** 0, 6, 12 or 18. */
  startHourUtc: number;
  /** 0 is Sunday. */
  weekday: number;
}

export interface UpsertQueryEndpointInputBody {
  /** Origins or hosts whose pages may query, separated by commas; * for all. */
  allowedOrigins?: string;
  /** Ids of keys of the organization; empty for nobody. */
  openApiKeys: Array<string>;
  /** sql_console_read_only, sql_console_admin. Both read, and nothing else. */
  roles: Array<string>;
}

export interface UsageCost {
  costs: Array<UsageCostRecord>;
  /** The same, under the name that existing clients expect. */
  grandTotalCHC: number;
  grandTotalUnits: number;
}

export interface UsageCostRecord {
  dataWarehouseId: string;
  date: string;
  entityId: string;
  entityName: string;
  entityType: "datawarehouse" | "service" | "pipe";
  /** Whether the record is final. */
  locked: boolean;
  metrics: CostMetrics;
  /** null for a warehouse. */
  serviceId: string | null;
  /** The same, under the name that existing clients expect. */
  totalCHC: number;
  /** The sum of the metrics. */
  totalUnits: number;
}

export interface Validation {
  errors: Array<Finding>;
  /** What would be stored; null when the body is not valid. */
  normalized: DashboardSpec | null;
  valid: boolean;
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

export interface CloudPaths {
  "/service/{serviceId}/run": {
    POST: {
      path: {
        /** The service. */
        serviceId: string;
      };
      query?: {
        format?: "JSONEachRow" | "JSON" | "JSONCompact" | "CSV" | "CSVWithNames" | "TabSeparated" | "TSV" | "TabSeparatedWithNames" | "TSVWithNames";
      };
      body: RunQueryInputBody;
      reply: string;
    };
  };
  "/v1/invitations/accept": {
    POST: {
      body: AcceptInputBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Member;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations": {
    GET: {
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Organization>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Organization;
        /** The HTTP status code. */
        status: number;
      };
    };
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      query?: {
        /** Also remove private endpoints through which the caller comes, or without which a service can be reached from nowhere. */
        force?: boolean;
      };
      body: OrganizationPatch;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Organization;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/activities": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      query?: {
        /** YYYY-MM-DD or an RFC 3339 date-time; from the beginning when absent. */
        from_date?: string;
        /** YYYY-MM-DD, which is included, or an RFC 3339 date-time, which is not; now when absent. */
        to_date?: string;
        /** The id of the last activity of the previous page. */
        cursor?: string;
        /** How many activities to return at most; a full page may be followed by another. */
        limit?: number;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Activity>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/activities/{activityId}": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The activity. */
        activityId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Activity;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/backups": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<ServiceBackup>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/invitations": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Invitation>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      body: CreateInvitationInputBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Invitation;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/invitations/{invitationId}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The invitation. */
        invitationId: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The invitation. */
        invitationId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Invitation;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/keys": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Key>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      body: KeyBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: NewKey;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/keys/{keyId}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The id of the key; not the key id that it signs in with. */
        keyId: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The id of the key; not the key id that it signs in with. */
        keyId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Key;
        /** The HTTP status code. */
        status: number;
      };
    };
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The id of the key; not the key id that it signs in with. */
        keyId: string;
      };
      body: KeyPatch;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Key;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/members": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Member>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/members/{userId}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The member. */
        userId: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The member. */
        userId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Member;
        /** The HTTP status code. */
        status: number;
      };
    };
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The member. */
        userId: string;
      };
      body: UpdateMemberInputBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Member;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/privateEndpointConfig": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      query: {
        cloud_provider: "aws" | "gcp" | "azure";
        region_id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: PrivateEndpointConfig;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/prometheus": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      query?: {
        /** Accepted for compatibility; it has no effect. */
        filtered_metrics?: "true" | "false";
      };
    };
  };
  "/v1/organizations/{organizationId}/roles": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<OrganizationRole>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      body: CreateRoleInputBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: OrganizationRole;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/roles/{roleId}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The role. */
        roleId: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The role. */
        roleId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: OrganizationRole;
        /** The HTTP status code. */
        status: number;
      };
    };
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The role. */
        roleId: string;
      };
      body: UpdateRoleInputBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: OrganizationRole;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      query?: {
        /** tag:Key=Value; may be repeated. */
        filter?: Array<string>;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Service>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      body: ServiceBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: NewService;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Service;
        /** The HTTP status code. */
        status: number;
      };
    };
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      query?: {
        /** Also make a change after which the caller can no longer reach the service from where it is. */
        force?: boolean;
      };
      body: ServicePatch;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Service;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/backupConfiguration": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: BackupConfiguration;
        /** The HTTP status code. */
        status: number;
      };
    };
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: BackupPatch;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: BackupConfiguration;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/backups": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<ServiceBackup>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: ServiceBackup;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/backups/{backupId}": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The backup. */
        backupId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: ServiceBackup;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/password": {
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: UpdatePasswordInputBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: NewPassword;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/pipesReversePrivateEndpoints": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<ReversePrivateEndpoint>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: ReverseBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: ReversePrivateEndpoint;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/pipesReversePrivateEndpoints/{reversePrivateEndpointId}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The reverse private endpoint. */
        reversePrivateEndpointId: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The reverse private endpoint. */
        reversePrivateEndpointId: string;
      };
      query?: {
        /** Respond once the endpoint has this status, can no longer reach it on its own, or the time is up. */
        waitFor?: "Unknown" | "Provisioning" | "Deleting" | "Ready" | "Failed" | "PendingAcceptance" | "Rejected" | "Expired";
        /** How long to wait for waitFor, such as 30s; at most 45s. */
        timeout?: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: ReversePrivateEndpoint;
        /** The HTTP status code. */
        status: number;
      };
    };
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The reverse private endpoint. */
        reversePrivateEndpointId: string;
      };
      body: UpdateReverseInputBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: ReversePrivateEndpoint;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/privateEndpoint": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: CreatePrivateEndpointInputBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: PrivateEndpoint;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/privateEndpointConfig": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: PrivateEndpointConfig;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/prometheus": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      query?: {
        /** Accepted for compatibility; it has no effect. */
        filtered_metrics?: "true" | "false";
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/replicaScaling": {
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: ScalingBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Service;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/scaling": {
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: TotalScalingBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Service;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/serviceQueryEndpoint": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: QueryEndpoint;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: UpsertQueryEndpointInputBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: QueryEndpoint;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Alert>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: AlertBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Alert;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts/backtest": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: BacktestBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Backtest;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts/preview": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: DraftBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: AlertPreview;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts/test": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: DraftBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: AlertTest;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts/{id}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Alert;
        /** The HTTP status code. */
        status: number;
      };
    };
    PUT: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      body: AlertBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Alert;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts/{id}/deliveries": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
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
        /** Unique for each request. */
        requestId: string;
        result: Array<Delivery>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts/{id}/evaluations": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
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
        /** Unique for each request. */
        requestId: string;
        result: Array<AlertEvaluation>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts/{id}/history": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
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
        /** Unique for each request. */
        requestId: string;
        result: Array<AlertChange>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/alerts/{id}/silence": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Alert;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      body: SilenceBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Alert;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/audit": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
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
        /** Unique for each request. */
        requestId: string;
        result: Array<AuditRecord>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/audit/chain": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: AuditChain;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/charts/tile": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      body: TileQuestionBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: TileAlone;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/dashboards": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Dashboard>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: DashboardBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Dashboard;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/dashboards/grafana": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: GrafanaInputBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: GrafanaTranslation;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/dashboards/validate": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: DashboardBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Validation;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/dashboards/{id}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Dashboard;
        /** The HTTP status code. */
        status: number;
      };
    };
    PUT: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      body: DashboardBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Dashboard;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/dashboards/{id}/versions": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<DashboardVersion>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/dashboards/{id}/versions/{version}": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
        /** The version, as the list of versions has it. */
        version: number;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: SavedDashboard;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/dashboards/{id}/versions/{version}/restore": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
        /** The version, as the list of versions has it. */
        version: number;
      };
      body: RestoreBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Dashboard;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/deliveries/{id}/redeliver": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Delivery;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/roles": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Role>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: RoleBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Role;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/roles/{id}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Role;
        /** The HTTP status code. */
        status: number;
      };
    };
    PUT: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      body: RoleBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Role;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/saved-searches": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<SavedSearch>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: SavedSearchBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: SavedSearch;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/saved-searches/{id}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: SavedSearch;
        /** The HTTP status code. */
        status: number;
      };
    };
    PUT: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      body: SavedSearchBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: SavedSearch;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/sources": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Source>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: SourceSpec;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Source;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/sources/{id}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Source;
        /** The HTTP status code. */
        status: number;
      };
    };
    PUT: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      body: SourceSpec;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Source;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/webhooks": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      query?: {
        /** How many items to return at most. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Array<Webhook>;
        /** The HTTP status code. */
        status: number;
      };
    };
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: WebhookBody;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Webhook;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/webhooks/{id}": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Webhook;
        /** The HTTP status code. */
        status: number;
      };
    };
    PUT: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      body: WebhookBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Webhook;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/webhooks/{id}/deliveries": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
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
        /** Unique for each request. */
        requestId: string;
        result: Array<Delivery>;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/webhooks/{id}/rotate-secret": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Webhook;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/stack/webhooks/{id}/test": {
    POST: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
        /** The resource. */
        id: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Delivery;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/state": {
    PATCH: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: UpdateStateInputBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: Service;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/services/{serviceId}/upgradeWindow": {
    DELETE: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        /** The HTTP status code. */
        status: number;
      };
    };
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: UpgradeWindow;
        /** The HTTP status code. */
        status: number;
      };
    };
    PUT: {
      path: {
        /** The organization. */
        organizationId: string;
        /** The service. */
        serviceId: string;
      };
      body: UpdateUpgradeWindowInputBody;
      etag?: string;
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: UpgradeWindow;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
  "/v1/organizations/{organizationId}/usageCost": {
    GET: {
      path: {
        /** The organization. */
        organizationId: string;
      };
      query: {
        /** First day of the report, YYYY-MM-DD. */
        from_date: string;
        /** Last day of the report, YYYY-MM-DD; at most 30 days after from_date. */
        to_date: string;
        /** tag:Key=Value; may be repeated. */
        filter?: Array<string>;
      };
      reply: {
        /** Unique for each request. */
        requestId: string;
        result: UsageCost;
        /** The HTTP status code. */
        status: number;
      };
    };
  };
}
