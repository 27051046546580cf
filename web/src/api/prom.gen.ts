// Generated from the OpenAPI document of "Cairn Prometheus API" by make gen. Do not edit.

export interface ActiveAlert {
  activeAt: string;
  annotations: Record<string, string>;
  labels: Record<string, string>;
  state: "pending" | "firing";
  value: string;
}

export interface ActiveAlerts {
  alerts: Array<ActiveAlert>;
}

export interface Alertmanagers {
  activeAlertmanagers: Array<Nothing>;
  droppedAlertmanagers: Array<Nothing>;
}

export interface BuildInfo {
  branch: string;
  buildDate: string;
  buildUser: string;
  goVersion: string;
  /** The version of this server. */
  revision: string;
  /** Of the Prometheus whose API this is. */
  version: string;
}

export interface ConfigText {
  yaml: string;
}

export interface CountEntry {
  name: string;
  value: number;
}

export interface Error {
  /** What is wrong. */
  error: string;
  /** The kind of failure: bad_data, execution, timeout, canceled, unavailable, internal, not_found, not_acceptable, unauthorized, forbidden or too_many_requests. */
  errorType: string;
  status: "error";
}

export interface ExemplarData {
  exemplars: Array<ExemplarPoint>;
  seriesLabels: Record<string, string>;
}

export interface ExemplarPoint {
  labels: Record<string, string>;
  /** Seconds since 1970. */
  timestamp: number;
  value: string;
}

export interface HeadStats {
  /** Always 0. */
  chunkCount: number;
  maxTime: number;
  /** Beginning of the time that is counted, in milliseconds since 1970. */
  minTime: number;
  numLabelPairs: number;
  /** Active series: with samples of today or yesterday, in UTC. */
  numSeries: number;
}

export interface LabelData {
  /** The OTLP attribute that it is, if that has another name. */
  attribute?: string;
  name: string;
  /** How many series have it. */
  series: number;
  /** The values that most series have; 20 at most. */
  top: Array<ValueData>;
  /** How many values it has. */
  values: number;
}

export interface LabelsData {
  /** Those with most values first; 1000 at most. */
  labels: Array<LabelData>;
  /** There are more than a million series, and only a million of them were looked at. */
  partial: boolean;
}

export interface LimitData {
  /** Series with samples of today or yesterday, in UTC, as far as the caller may see them. */
  active: number;
  /** Active series without samples of yesterday. */
  fresh: number;
  /** The label of that metric with most values. */
  label: string;
  /** How many there may be; 0 for any number. */
  limit: number;
  /** The metric with most fresh series, when the limit is near. */
  metric: string;
  /** At least 80 % of the limit are in use. */
  near: boolean;
}

export interface Metadata {
  help: string;
  type: string;
  unit: string;
}

export interface MetricData {
  /** Series of them that have no samples of earlier days of the range than today. */
  fresh: number;
  help: string;
  /** The last day with samples, in UTC. */
  lastSeen: string;
  name: string;
  /** The name that it came under by OTLP, if that is another one. */
  original?: string;
  series: number;
  /** A word of Prometheus, such as counter. */
  type: string;
  unit: string;
}

export interface MetricsData {
  /** By name; 50000 at most. */
  metrics: Array<MetricData>;
  /** How many series they have. */
  series: number;
  /** How many metrics there are. */
  total: number;
}

export type Notes = Record<string, unknown>;

export type Nothing = Record<string, unknown>;

export interface QueryData {
  /** Series of a matrix or vector; [seconds, text] of a scalar or string. Numbers are texts. */
  result: unknown;
  resultType: "matrix" | "vector" | "scalar" | "string";
  /** What the evaluation cost, if stats was given. */
  stats?: unknown;
}

export interface Replay {
  current: number;
  max: number;
  min: number;
}

export interface Rule {
  alerts: Array<ActiveAlert>;
  annotations: Record<string, string>;
  /** Seconds that it must last. */
  duration: number;
  evaluationTime: number;
  health: "ok" | "err" | "unknown";
  keepFiringFor: number;
  labels: Record<string, string>;
  lastError?: string;
  lastEvaluation: string;
  name: string;
  /** What is watched and its threshold: the expression of an alert on a PromQL tile, words for others. */
  query: string;
  state: "inactive" | "pending" | "firing";
  type: "alerting";
}

export interface RuleGroup {
  evaluationTime: number;
  /** The words dashboard or saved-search, a slash and the id. */
  file: string;
  /** Seconds between evaluations; the shortest of the group. */
  interval: number;
  lastEvaluation: string;
  limit: number;
  /** Name of the dashboard or saved search. */
  name: string;
  rules: Array<Rule>;
}

export interface RuleGroups {
  groups: Array<RuleGroup>;
}

export interface RuntimeInfo {
  corruptionCount: number;
  lastConfigTime: string;
  reloadConfigSuccess: boolean;
  serverTime: string;
  startTime: string;
  storageRetention: string;
}

export interface ScrapePools {
  scrapePools: Array<string>;
}

export interface StatusData {
  headStats: HeadStats;
  labelValueCountByLabelName: Array<CountEntry>;
  /** Always empty. */
  memoryInBytesByLabelName: Array<CountEntry>;
  seriesCountByLabelValuePair: Array<CountEntry>;
  seriesCountByMetricName: Array<CountEntry>;
}

export interface Targets {
  activeTargets: Array<Nothing>;
  droppedTargetCounts: Record<string, number>;
  droppedTargets: Array<Nothing>;
}

export interface ValueData {
  series: number;
  value: string;
}

export interface PromPaths {
  "/prometheus/-/healthy": {
    GET: {

    };
  };
  "/prometheus/-/ready": {
    GET: {

    };
  };
  "/prometheus/api/v1/alertmanagers": {
    GET: {
      reply: {
        data: Alertmanagers;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/alerts": {
    GET: {
      reply: {
        data: ActiveAlerts;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/cardinality/labels": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** Name of a metric, under Prometheus' name or its own; all when absent. */
        metric?: string;
        /** First instant: seconds since 1970 or RFC 3339; the beginning of yesterday when absent. Series are counted by days, in UTC. */
        start?: string;
        /** Last instant; now when absent. */
        end?: string;
      };
      reply: {
        data: LabelsData;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/cardinality/limit": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
      };
      reply: {
        data: LimitData;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/cardinality/metrics": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** Name of a metric, under Prometheus' name or its own; all when absent. */
        metric?: string;
        /** First instant: seconds since 1970 or RFC 3339; the beginning of yesterday when absent. Series are counted by days, in UTC. */
        start?: string;
        /** Last instant; now when absent. */
        end?: string;
      };
      reply: {
        data: MetricsData;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/format_query": {
    GET: {
      query?: {
        /** The expression. */
        query?: string;
      };
      reply: {
        data: string;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/label/{name}/values": {
    GET: {
      path: {
        /** Name of the label, or its U__ form. */
        name: string;
      };
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** Selectors; series that one of them matches are selected. */
        "match[]"?: Array<string>;
        /** First instant: seconds since 1970 or RFC 3339; as far as telemetry is kept when absent. */
        start?: string;
        /** Last instant; now when absent. */
        end?: string;
        /** How many items the result has at most; 0 for all. */
        limit?: string;
      };
      reply: {
        data: Array<string>;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/labels": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** Selectors; series that one of them matches are selected. */
        "match[]"?: Array<string>;
        /** First instant: seconds since 1970 or RFC 3339; as far as telemetry is kept when absent. */
        start?: string;
        /** Last instant; now when absent. */
        end?: string;
        /** How many items the result has at most; 0 for all. */
        limit?: string;
      };
      reply: {
        data: Array<string>;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/metadata": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** Name of a metric; all when absent. */
        metric?: string;
        /** How many metrics to return at most; all when absent. */
        limit?: string;
        /** How many descriptions of each metric to return at most; all when absent. */
        limit_per_metric?: string;
      };
      reply: {
        data: Record<string, Array<Metadata>>;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/parse_query": {
    GET: {
      query?: {
        /** The expression. */
        query?: string;
      };
      reply: {
        data: unknown;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/query": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** The expression. */
        query?: string;
        /** How long the evaluation may take, in seconds or as a duration such as 30s; never more than the server allows. */
        timeout?: string;
        /** How old the last sample of a series may be, in seconds or as a duration. */
        lookback_delta?: string;
        /** How many series the result has at most; 0 for all. */
        limit?: string;
        /** With all or true, the result says what it cost. */
        stats?: string;
        /** When: seconds since 1970 or RFC 3339; now when absent. */
        time?: string;
      };
      reply: {
        data: QueryData;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/query_exemplars": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** The expression. */
        query?: string;
        /** First instant: seconds since 1970 or RFC 3339; as far as telemetry is kept when absent. */
        start?: string;
        /** Last instant; now when absent. */
        end?: string;
      };
      reply: {
        data: Array<ExemplarData>;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/query_range": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** The expression. */
        query?: string;
        /** How long the evaluation may take, in seconds or as a duration such as 30s; never more than the server allows. */
        timeout?: string;
        /** How old the last sample of a series may be, in seconds or as a duration. */
        lookback_delta?: string;
        /** How many series the result has at most; 0 for all. */
        limit?: string;
        /** With all or true, the result says what it cost. */
        stats?: string;
        /** First instant: seconds since 1970 or RFC 3339. */
        start?: string;
        /** Last instant; it is included. */
        end?: string;
        /** From one instant to the next, in seconds or as a duration such as 15s. */
        step?: string;
      };
      reply: {
        data: QueryData;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/rules": {
    GET: {
      query?: {
        /** Only rules of the kind; there are none that record. */
        type?: "alert" | "record";
        /** Only rules with one of the names. */
        "rule_name[]"?: Array<string>;
        /** Only rules of one of the groups. */
        "rule_group[]"?: Array<string>;
        /** Only rules of one of the files: dashboards or saved searches. */
        "file[]"?: Array<string>;
        /** Without what is pending or firing. */
        exclude_alerts?: boolean;
      };
      reply: {
        data: RuleGroups;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/scrape_pools": {
    GET: {
      reply: {
        data: ScrapePools;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/series": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** Selectors; series that one of them matches are selected. */
        "match[]"?: Array<string>;
        /** First instant: seconds since 1970 or RFC 3339; as far as telemetry is kept when absent. */
        start?: string;
        /** Last instant; now when absent. */
        end?: string;
        /** How many items the result has at most; 0 for all. */
        limit?: string;
      };
      reply: {
        data: Array<Record<string, string>>;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/status/buildinfo": {
    GET: {
      reply: {
        data: BuildInfo;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/status/config": {
    GET: {
      reply: {
        data: ConfigText;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/status/flags": {
    GET: {
      reply: {
        data: Record<string, string>;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/status/runtimeinfo": {
    GET: {
      reply: {
        data: RuntimeInfo;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/status/tsdb": {
    GET: {
      query?: {
        /** While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503. */
        partial?: "allow" | "refuse";
        /** How many entries each list has at most; 10 when absent, 10000 at most. */
        limit?: string;
      };
      reply: {
        data: StatusData;
        /** Hints about the expression; absent when there are none. */
        infos?: Array<string>;
        status: "success";
        /** Why the result may not be what was meant; absent when there are none. */
        warnings?: Array<string>;
      };
    };
  };
  "/prometheus/api/v1/status/walreplay": {
    GET: {
      reply: {
        data: Replay;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/targets": {
    GET: {
      reply: {
        data: Targets;
        status: "success";
      };
    };
  };
  "/prometheus/api/v1/targets/metadata": {
    GET: {
      reply: {
        data: Array<Nothing>;
        status: "success";
      };
    };
  };
}
