import { SegmentedControl } from '@mantine/core';

import { freshProm } from './promForm';
import { isPromQL, type TileConfig } from './types';

interface LanguageSwitchProps<Config extends TileConfig> {
  config: Config;
  /** What was there in the other language. */
  kept: Config | null;
  /** What the builder starts with. */
  fresh: () => Config;
  onChange: (config: Config, kept: Config) => void;
}

/** Chooses how a chart is asked for: in the builder or in PromQL. What was there is kept for the way back. */
export function LanguageSwitch<Config extends TileConfig>({
  config,
  kept,
  fresh,
  onChange,
}: LanguageSwitchProps<Config>) {
  const language = isPromQL(config) ? 'promql' : 'builder';
  return (
    <SegmentedControl
      size="xs"
      aria-label="How to query"
      value={language}
      data={[
        { value: 'builder', label: 'Builder' },
        { value: 'promql', label: 'PromQL' },
      ]}
      onChange={(to) => {
        if (to === language) return;
        const next = kept ?? (to === 'promql' ? (freshProm(config.displayType) as Config) : fresh());
        onChange(next, config);
      }}
    />
  );
}
