import { Menu, Portal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useRef, useState, type ReactNode } from 'react';

import { lineOf } from '../../components/signs';
import { TelemetryText } from '../../components/TelemetryText';
import { sourcesQuery } from '../../api/telemetry';
import { Icon, type IconName } from '../../components/Icon';
import { useCopy } from '../../components/useCopy';
import type { Scope } from '../dashboards/scope';
import { sourceIdOf } from '../dashboards/types';
import { chartFor, hasEvents, type GroupPart } from './address';
import classes from './drill.module.css';
import { GroupByMenu } from './GroupByMenu';
import { DrillContext, type Place } from './useDrill';
import { eventWays, narrowings, traceWay, type NoWay, type Spot, type Way } from './spot';

/** What the page can do with a number, besides leading to what is behind it. */
interface DrillActions {
  /** Keeps the page to a group, or leaves that out. */
  onFilter?: (part: GroupPart, isExcluding: boolean) => void;
  onAlert?: () => void;
  /** The page is the one of charts itself. */
  isChartsPage?: boolean;
}

interface DrillProviderProps extends DrillActions {
  /** What the numbers inside are narrowed to. */
  scope: Scope;
  children: ReactNode;
}

/** Gives every number inside a menu with the ways to what is behind it. */
export function DrillProvider({ scope, children, ...actions }: DrillProviderProps) {
  const [opened, setOpened] = useState<{ spot: Spot; place: Place } | null>(null);
  const from = useRef<Element | null>(null);
  const open = useCallback((spot: Spot, place: Place) => {
    from.current = document.activeElement;
    setOpened({ spot, place });
  }, []);
  const close = () => {
    setOpened(null);
    // The menu goes with its focus, which is then nowhere.
    setTimeout(() => {
      if (document.activeElement === document.body && from.current instanceof HTMLElement)
        from.current.focus({ preventScroll: true });
    });
  };
  return (
    <DrillContext value={open}>
      {children}
      {opened !== null && <DrillMenu {...opened} {...actions} scope={scope} onClose={close} />}
    </DrillContext>
  );
}

interface DrillMenuProps extends DrillActions {
  spot: Spot;
  place: Place;
  scope: Scope;
  onClose: () => void;
}

function DrillMenu({ spot, place, scope, onClose, ...actions }: DrillMenuProps) {
  return (
    // Tiles move by transforms, in which a fixed place is not one of the window.
    <Portal>
      <Menu opened onClose={onClose} position="bottom-start" withinPortal returnFocus>
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            className={classes.anchor}
            style={{ left: place.x, top: place.y }}
            aria-label={`Actions for ${lineOf(spot.name)}`}
          />
        </Menu.Target>
        <Menu.Dropdown className={classes.menu ?? ''}>
          <Menu.Label>
            <TelemetryText text={spot.text === null ? spot.name : `${spot.name}: ${spot.text}`} isOneLine />
          </Menu.Label>
          <Ways spot={spot} scope={scope} isChartsPage={actions.isChartsPage === true} />
          <Narrowing group={spot.group} onFilter={actions.onFilter} />
          {(actions.onAlert !== undefined || spot.text !== null) && <Menu.Divider />}
          {actions.onAlert !== undefined && (
            <Menu.Item leftSection={<Icon name="alert" />} onClick={actions.onAlert}>
              Create alert
            </Menu.Item>
          )}
          {spot.text !== null && <CopyItem text={spot.text} />}
        </Menu.Dropdown>
      </Menu>
    </Portal>
  );
}

function Ways({ spot, scope, isChartsPage }: { spot: Spot; scope: Scope; isChartsPage: boolean }) {
  const source = useQuery(sourcesQuery).data?.find(({ id }) => id === sourceIdOf(spot.config));
  const traces = traceWay(spot, scope, source);
  const chart = isChartsPage ? null : chartFor(spot.config, spot.range, scope);
  return (
    <>
      {eventWays(spot, scope, source).map((way) => (
        <WayItem key={way.name} icon="search" way={way} />
      ))}
      {traces !== null && <WayItem icon="trace" way={traces} />}
      {chart !== null && <WayItem icon="chart" way={{ name: 'Open in Charts', address: chart }} />}
      {source !== undefined && hasEvents(source) && <GroupByMenu config={spot.config} source={source} scope={scope} />}
    </>
  );
}

function WayItem({ icon, way }: { icon: IconName; way: Way | NoWay }) {
  const { name, address } = way;
  if (address === null)
    return (
      // Not disabled: keys would pass the reason by.
      <Menu.Item aria-disabled closeMenuOnClick={false} c="dimmed" leftSection={<Icon name={icon} />}>
        {name}
        <Text size="xs" maw={260}>
          {way.reason}
        </Text>
      </Menu.Item>
    );
  return (
    <Menu.Item component={Link} to={address.to} search={address.search as never} leftSection={<Icon name={icon} />}>
      {name}
    </Menu.Item>
  );
}

function Narrowing({ group, onFilter }: { group: GroupPart[]; onFilter: DrillActions['onFilter'] }) {
  if (onFilter === undefined) return null;
  return narrowings(group).map(({ part, words }) => {
    const value = <TelemetryText text={words} isOneLine />;
    return [
      <Menu.Item key={`in ${part.expression}`} leftSection={<Icon name="plus" />} onClick={() => onFilter(part, false)}>
        Only {value}
      </Menu.Item>,
      <Menu.Item
        key={`out ${part.expression}`}
        leftSection={<Icon name="minus" />}
        onClick={() => onFilter(part, true)}
      >
        Exclude {value}
      </Menu.Item>,
    ];
  });
}

function CopyItem({ text }: { text: string }) {
  const { copy } = useCopy();
  return (
    <Menu.Item leftSection={<Icon name="copy" />} onClick={() => copy(text)}>
      Copy value
    </Menu.Item>
  );
}
