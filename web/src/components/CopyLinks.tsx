import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { Icon } from './Icon';
import { copyWords, useCopy } from './useCopy';
import { spanWords } from '../time/format';
import { absoluteRange, isRelative, wordsOf, type TimeRange } from '../time/range';
import { useTimeRange } from '../time/useTimeRange';
import { useZone } from '../time/zone';

/** A button that copies the address of the page, for pages without a menu of their own. */
export function CopyLinksButton() {
  return (
    <Menu position="bottom-end" width={290}>
      <Menu.Target>
        <Tooltip label="Copy link">
          <ActionIcon variant="default" size={30} aria-label="Copy link">
            <Icon name="link" size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyLinks />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Copies the address of the page: with a range that moves with the clock, or with the times of now. */
export function CopyLinks() {
  const { range, span } = useTimeRange();
  const [zone] = useZone();
  const times = spanWords(span.start, span.end, zone);
  const fixed = absoluteRange(span.start, span.end);
  if (!isRelative(range)) return <CopyLink name="Copy link" note={times} range={fixed} />;
  return (
    <>
      <CopyLink name="Copy link" note={wordsOf(range) ?? 'Up to the time it is opened'} range={range} />
      <CopyLink name="Copy link with fixed times" note={times} range={fixed} />
    </>
  );
}

function CopyLink({ name, note, range }: { name: string; note: string; range: TimeRange }) {
  const { state, copy } = useCopy();
  const router = useRouter();
  const copyLink = () => {
    const { publicHref } = router.buildLocation({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...range }),
    });
    copy(location.origin + publicHref);
  };
  return (
    <Menu.Item
      leftSection={<Icon name={state === 'copied' ? 'met' : 'link'} size={14} />}
      closeMenuOnClick={false}
      onClick={copyLink}
    >
      {copyWords(state, name)}
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Menu.Item>
  );
}
