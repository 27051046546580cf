import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The one accent; it says "you can act here" and never means a severity. */
export const accent: MantineColorsTuple = [
  '#e6f6f5',
  '#cdebe9',
  '#9ad7d3',
  '#67c1bb',
  '#3fafa8',
  '#1f9c95',
  '#0f877f',
  '#0b7a75',
  '#07635f',
  '#054c49',
];

/** Neutral slate for light surfaces. */
const slate: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#1e293b',
  '#0f172a',
];

/** Neutral slate for dark surfaces, from text to ground. */
const night: MantineColorsTuple = [
  '#d5dce6',
  '#a9b4c2',
  '#8b97a8',
  '#5b6778',
  '#39434f',
  '#2b343f',
  '#212932',
  '#171d24',
  '#12171d',
  '#0c1014',
];

/** The colours that text and surfaces take in one colour scheme. */
export interface Palette {
  ground: string;
  panel: string;
  border: string;
  text: string;
  dimmed: string;
  good: string;
  bad: string;
  caution: string;
  /** Lines between rows: quieter than borders. */
  hairline: string;
  /** Around fields. */
  line: string;
  /** The row under the pointer. */
  raised: string;
  /** The row that is open, the chosen entry. */
  selected: string;
}

export const light: Palette = {
  ground: '#f8fafc',
  panel: '#ffffff',
  border: '#e2e8f0',
  text: '#0f172a',
  dimmed: '#475569',
  good: '#15803d',
  bad: '#b91c1c',
  caution: '#92600a',
  hairline: '#eef2f6',
  line: '#cbd5e1',
  raised: '#f1f5f9',
  selected: '#e3f4f3',
};

export const dark: Palette = {
  ground: '#12171d',
  panel: '#171d24',
  border: '#2b343f',
  text: '#d5dce6',
  dimmed: '#8b97a8',
  good: '#4ade80',
  bad: '#f87171',
  caution: '#e5a93b',
  hairline: '#1e252d',
  line: '#39434f',
  raised: '#1e262f',
  selected: '#10302f',
};

export const theme = createTheme({
  colors: { accent, gray: slate, dark: night },
  primaryColor: 'accent',
  primaryShade: 7,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '18px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '24px' }, h2: { fontSize: '18px' }, h3: { fontSize: '14px' } },
  },
  defaultRadius: '4px',
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: dense(),
});

/** Controls are small: the pages are made for people who look at many rows. */
function dense() {
  const small = [
    'Button',
    'Select',
    'MultiSelect',
    'TextInput',
    'NumberInput',
    'Textarea',
    'PasswordInput',
    'TagsInput',
    'Autocomplete',
    'Switch',
    'Checkbox',
    'Radio',
  ];
  return {
    ...Object.fromEntries(small.map((name) => [name, { defaultProps: { size: 'xs' } }])),
    SegmentedControl: { defaultProps: { size: 'xs', role: 'radiogroup' } },
    // Small fields would have what stands around them in 10 pixels.
    InputWrapper: {
      defaultProps: { size: 'xs' },
      vars: () => ({
        description: { '--input-description-size': '12px' },
        error: { '--input-error-size': '12px' },
      }),
    },
    Badge: { styles: { root: { textTransform: 'none' } } },
    Input: { vars: () => ({ wrapper: { '--input-bd': 'var(--cairn-line)' } }) },
    // It would be a child of the menu that is no item; the first item has the focus instead.
    // One that fades would lie before the dialog that its item opens.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        transitionProps: { transition: 'fade', duration: 150, exitDuration: 0 },
      },
    },
    Table: { vars: () => ({ table: { '--table-border-color': 'var(--cairn-hairline)' } }) },
    Tooltip: { defaultProps: { openDelay: 300 } },
    Modal: { defaultProps: { transitionProps: { duration: 80 }, overlayProps: { backgroundOpacity: 0.45 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 80 } } },
  };
}

/** Text of red buttons: that of Mantine is too faint once the pointer is over them. */
export const onRed = '#a61c1c';

/** Hands the palettes to the style sheets as variables of their own. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...variablesOf(light), '--mantine-color-red-light-color': onRed },
  dark: {
    ...variablesOf(dark),
    // Buttons without a ground would be nearly white, the dangerous ones as well.
    '--mantine-color-accent-light-color': accent[3],
    '--mantine-color-red-light-color': dark.bad,
  },
});

function variablesOf(palette: Palette): Record<string, string> {
  return {
    '--mantine-color-body': palette.ground,
    '--mantine-color-text': palette.text,
    '--mantine-color-dimmed': palette.dimmed,
    '--mantine-color-default-border': palette.border,
    '--mantine-color-error': palette.bad,
    '--cairn-panel': palette.panel,
    '--cairn-good': palette.good,
    '--cairn-bad': palette.bad,
    '--cairn-caution': palette.caution,
    '--cairn-hairline': palette.hairline,
    '--cairn-line': palette.line,
    '--cairn-raised': palette.raised,
    '--cairn-selected': palette.selected,
  };
}
