import { Box, Group, Tabs } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState, type Ref } from 'react';

import { ApiError } from '../../api/error';
import { sourcesQuery, traceQuery, type Row } from '../../api/telemetry';
import { CopyButton } from '../../components/CopyButton';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { PageLink } from '../../components/PageLink';
import { counted, partWords, plain } from '../../number';
import { Stamp } from '../../components/Stamp';
import { TelemetryText } from '../../components/TelemetryText';
import { modelOf, type TraceModel, type TraceSpan } from '../../components/trace/model';
import { selfTimes } from '../../components/trace/times';
import { Waterfall } from '../../components/trace/Waterfall';
import { View } from '../../components/View';
import { duration } from '../../time/format';
import { useTimeRange } from '../../time/useTimeRange';
import { traceSourceOf } from '../services/source';
import { leftOutWords, servicesWords, spanLeftOutWords, type WholeTrace } from './leftOut';
import { SpanPanel } from './SpanPanel';
import { TraceLogs } from './TraceLogs';
import classes from './traces.module.css';
import { closed, useTraceLook } from './useTraceLook';
import { alikeWay, filterAddress, rangeWith, waysOf, type TracePlace } from './ways';

/** One trace: its spans over time, what each of them says, and its log records. */
export function TracePage() {
  const { traceId = '' } = useParams({ strict: false });
  const trace = useQuery(traceQuery(traceId));
  const missing = (
    <EmptyState title="Trace not found" icon="trace">
      Check the id. New spans appear within a few seconds.
    </EmptyState>
  );
  const isMissing = trace.error instanceof ApiError && trace.error.status === 404;
  return (
    <Page title={`Trace ${traceId.slice(0, 8)}`} heading={<Heading traceId={traceId} />} isFilling>
      {isMissing ? (
        missing
      ) : (
        <View
          query={trace}
          failure="The trace could not be loaded"
          isEmpty={({ data }) => data.spans.length === 0 && data.logs.length === 0}
          empty={missing}
        >
          {({ data, meta }) => (
            <Content
              traceId={traceId}
              spans={data.spans as Row[]}
              logs={data.logs as Row[]}
              whole={{
                spans: meta.spanCount,
                errors: meta.errorCount,
                logs: meta.logCount,
                length: meta.durationMs,
              }}
            />
          )}
        </View>
      )}
    </Page>
  );
}

function Heading({ traceId }: { traceId: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <PageLink to="/traces" size="sm">
        Traces
      </PageLink>
      <h1 className={classes.id}>{traceId}</h1>
      <CopyButton value={traceId} what="trace id" />
    </Group>
  );
}

interface ContentProps {
  traceId: string;
  spans: Row[];
  logs: Row[];
  whole: WholeTrace;
}

function Content({ traceId, spans, logs, whole }: ContentProps) {
  const source = traceSourceOf(useQuery(sourcesQuery).data ?? []);
  const model = useMemo(() => modelOf(spans), [spans]);
  const [look, onLook] = useTraceLook();
  const [chosen, setChosen] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const asked = model.spans.find(({ id }) => id === look.span);
  const isNamed = look.span !== '' && look.span !== closed;
  const missing = spanLeftOutWords(!isNamed || asked !== undefined, spans.length, whole.spans);
  const open = look.span === closed || missing !== '' ? undefined : (asked ?? model.first);
  return (
    <Box h="100%" display="flex" style={{ flexDirection: 'column' }}>
      <Facts
        model={model}
        whole={whole}
        leftOut={[leftOutWords({ spans: spans.length, logs: logs.length }, whole), missing]}
      />
      <Box className={classes.split}>
        <Tabs
          value={chosen ?? (spans.length === 0 && logs.length > 0 ? 'logs' : 'spans')}
          onChange={setChosen}
          className={classes.main}
          display="flex"
          style={{ flexDirection: 'column' }}
          keepMounted={false}
        >
          <Tabs.List px="sm" pt="xs">
            <Tabs.Tab value="spans">Spans ({partWords(spans.length, whole.spans)})</Tabs.Tab>
            <Tabs.Tab value="logs">Log records ({partWords(logs.length, whole.logs)})</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="spans" flex={1} mih={0}>
            <Waterfall
              model={model}
              errorsInAll={whole.errors}
              look={look}
              onLook={onLook}
              openId={open?.id ?? ''}
              onEnter={() => panel.current?.focus()}
            />
          </Tabs.Panel>
          <Tabs.Panel value="logs" flex={1} mih={0} style={{ overflow: 'auto' }}>
            <TraceLogs logs={logs} />
          </Tabs.Panel>
        </Tabs>
        {open !== undefined && source !== undefined && (
          <OpenSpan
            ref={panel}
            place={{ id: traceId, model, source, logSourceId: source.logSourceId ?? '' }}
            span={open}
            logs={logs}
            onClose={() => onLook({ span: closed })}
          />
        )}
      </Box>
    </Box>
  );
}

interface OpenSpanProps {
  place: TracePlace;
  span: TraceSpan;
  logs: Row[];
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

/** The open span, with the ways that lead from it. */
function OpenSpan({ place, span, logs, onClose, ref }: OpenSpanProps) {
  const { model } = place;
  const time = useTimeRange();
  const navigate = useNavigate();
  const selves = useMemo(() => selfTimes(model.spans), [model]);
  useHotkeys([['Escape', onClose]]);
  const range = rangeWith(model, time.span, time.range);
  return (
    <SpanPanel
      ref={ref}
      span={span}
      selfMs={selves.get(span.id) ?? span.length}
      logs={logs}
      source={place.source}
      ways={[...waysOf(place, span), alikeWay(span, range)]}
      onFilter={(attribute, isExcluding) => void navigate(filterAddress(attribute, isExcluding, range) as never)}
      onClose={onClose}
    />
  );
}

interface FactsProps {
  model: TraceModel;
  whole: WholeTrace;
  leftOut: string[];
}

function Facts({ model, whole, leftOut }: FactsProps) {
  const { first, services } = model;
  return (
    <div className={classes.facts}>
      {first !== undefined && (
        <span>
          <PageLink to={`/services/${encodeURIComponent(first.service)}`} size="sm">
            <TelemetryText text={first.service} isOneLine isName />
          </PageLink>{' '}
          <b>
            <TelemetryText text={first.name} isOneLine isName />
          </b>
        </span>
      )}
      {first !== undefined && (
        <>
          <span>
            Started{' '}
            <b>
              <Stamp ms={model.startedAt} form="day" />
            </b>
          </span>
          <span>
            Took <b>{duration(whole.length * 1e6)}</b>
          </span>
        </>
      )}
      <span>
        <b>{counted(whole.spans, 'span')}</b>
        {whole.spans > 0 && (
          <>
            {' '}
            in <b>{servicesWords(services.length, model.spans.length < whole.spans)}</b>
          </>
        )}
      </span>
      {whole.errors > 0 && (
        <span>
          <b>{plain(whole.errors)}</b> with errors
        </span>
      )}
      {leftOut
        .filter((words) => words !== '')
        .map((words) => (
          <span key={words} className={classes.leftOut}>
            {words}
          </span>
        ))}
    </div>
  );
}
