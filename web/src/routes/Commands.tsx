import { useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { mayOf } from '../api/may';
import { usesStack } from '../api/roles';
import type { Session } from '../api/types';
import { useCurrentShortcuts } from '../components/pageShortcuts';
import { Palette, type PaletteEntry } from '../components/Palette';
import { ShortcutHelp } from '../components/ShortcutHelp';
import { starsFirst, useStars } from '../features/search/stars';
import { presets, wordsOf } from '../time/range';
import { useTimeRange } from '../time/useTimeRange';
import { idFieldsQuery, savedThingsQuery, sendersQuery } from './commandQueries';
import { placesOf } from './places';
import { useShortcuts, type Shortcut } from './shortcuts';
import { typedWays } from './typed';
import { useTeams } from './useTeams';

interface CommandsProps {
  session: Session | null;
  onSignOut: () => void;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The palette, the shortcuts and the page that explains them. */
export function Commands({ session, onSignOut, isOpen, onOpen, onClose }: CommandsProps) {
  const [isHelp, help] = useDisclosure(false);
  const shortcuts = useShellShortcuts(session, help.open);
  const entries = useEntries(session, isOpen, onSignOut, help.open);
  const typed = useTyped(session, isOpen);
  const ofPage = useCurrentShortcuts();
  useShortcuts([...ofPage.flatMap(({ run, ...one }) => (run === undefined ? [] : [{ ...one, run }])), ...shortcuts]);
  // Also while something is typed: the palette is never far.
  useHotkeys([['mod+K', onOpen]], [], true);
  const shown = [{ keys: 'Ctrl+K', name: 'Command palette' }, ...shortcuts, ...ofPage];
  return (
    <>
      <Palette entries={entries} typed={typed} isOpen={isOpen} onClose={onClose} />
      <ShortcutHelp shortcuts={shown} isOpen={isHelp} onClose={help.close} />
    </>
  );
}

function useGo() {
  const navigate = useNavigate();
  return (to: string, search: Record<string, unknown> = {}) => void navigate({ to, search });
}

/** What a text opens by itself, for those who may read telemetry. */
function useTyped(session: Session | null, isOpen: boolean): (text: string) => PaletteEntry[] {
  const go = useGo();
  const { searches } = mayOf(session);
  const idFields = useQuery({ ...idFieldsQuery, enabled: isOpen && searches }).data;
  return useCallback(
    (text) => (searches ? typedWays(text, idFields).map((way) => ({ ...way, run: () => go(way.to, way.search) })) : []),
    // The function only wraps a stable one.
    // oxlint-disable-next-line react/exhaustive-deps
    [searches, idFields],
  );
}

function useShellShortcuts(session: Session | null, onHelp: () => void): Shortcut[] {
  const go = useGo();
  const { refresh } = useTimeRange();
  return [
    ...(usesStack(session) ? [{ keys: '/', name: 'Search', run: () => focusSearch(() => go('/search')) }] : []),
    { keys: '?', name: 'Show this help', run: onHelp },
    { keys: 'r', name: 'Refresh', run: refresh },
    {
      keys: 't',
      name: 'Choose a time range',
      run: press('range'),
    },
    { keys: '<', name: 'Earlier time range', run: press('earlier') },
    { keys: '>', name: 'Later time range', run: press('later') },
    { keys: '-', name: 'Zoom out', run: press('widen') },
    ...placesOf(session).map(({ key, name, to }) => ({
      keys: `g ${key}`,
      name: `Go to ${name.toLowerCase()}`,
      run: () => go(to),
    })),
  ];
}

/** Presses a button of the time range; pages without one have nothing to press. */
function press(button: 'range' | 'earlier' | 'later' | 'widen'): () => void {
  return () => document.querySelector<HTMLElement>(`[data-time="${button}"]`)?.click();
}

/** The field of the search page has the focus when it opens; on the page itself it gets it back. */
function focusSearch(otherwise: () => void): void {
  const field = document.querySelector<HTMLElement>('[data-search-field] .cm-content, [data-search-field] input');
  if (field === null) otherwise();
  else field.focus();
}

function useEntries(
  session: Session | null,
  isOpen: boolean,
  onSignOut: () => void,
  onHelp: () => void,
): PaletteEntry[] {
  const go = useGo();
  const { setRange } = useTimeRange();
  const { setColorScheme } = useMantineColorScheme();
  const may = mayOf(session);
  const saved = useQuery({ ...savedThingsQuery(may), enabled: isOpen && usesStack(session) }).data;
  const senders = useQuery({ ...sendersQuery, enabled: isOpen && may.searches }).data;
  const { stars } = useStars();
  const { teams, switchTo } = useTeams();
  return useMemo(
    () => [
      ...placesOf(session).map((place): PaletteEntry => ({
        id: place.to,
        name: place.name,
        group: 'Pages',
        icon: place.icon,
        keys: `g ${place.key}`,
        run: () => go(place.to),
      })),
      ...[...starsFirst(saved ?? [], stars), ...(senders ?? [])].map((thing): PaletteEntry => ({
        ...thing,
        ...(stars.includes(thing.id) && { icon: 'star' }),
        run: () => go(thing.to, thing.search),
      })),
      ...presets.map((range): PaletteEntry => ({
        id: range.from,
        name: wordsOf(range) ?? '',
        group: 'Time range',
        icon: 'clock',
        run: () => setRange(range),
      })),
      { id: 'light', name: 'Light theme', group: 'Appearance', icon: 'light', run: () => setColorScheme('light') },
      { id: 'dark', name: 'Dark theme', group: 'Appearance', icon: 'dark', run: () => setColorScheme('dark') },
      {
        id: 'auto',
        name: 'System theme',
        group: 'Appearance',
        icon: 'system',
        run: () => setColorScheme('auto'),
      },
      ...(teams.length < 2 ? [] : teams).map(({ id, name }): PaletteEntry => ({
        id,
        name,
        group: 'Teams',
        icon: 'team',
        run: () => switchTo(id),
      })),
      { id: 'help', name: 'Keyboard shortcuts', group: 'Help', icon: 'help', keys: '?', run: onHelp },
      { id: 'leave', name: 'Sign out', group: 'Account', icon: 'leave', run: onSignOut },
    ],
    // The functions only wrap stable ones.
    // oxlint-disable-next-line react/exhaustive-deps
    [session, saved, senders, stars, teams, setRange, setColorScheme],
  );
}
