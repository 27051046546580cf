import { ActionIcon, Menu, Popover, Table, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import { Icon } from '../../components/Icon';
import type { RecentQuery } from './recent';
import classes from './search.module.css';
import type { Language } from './where';

interface RecentMenuProps {
  recent: RecentQuery[];
  onChoose: (query: RecentQuery) => void;
}

/** The queries that were run in this browser. */
export function RecentMenu({ recent, onChoose }: RecentMenuProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Menu position="bottom-end" width="min(560px, 90vw)" opened={isOpen} onOpen={open} onClose={close}>
      <Menu.Target>
        <Tooltip label="Recent queries" disabled={isOpen}>
          <ActionIcon variant="default" size={30} aria-label="Recent queries">
            <Icon name="clock" size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={360} className={classes.recent}>
        {recent.length === 0 && <Menu.Label>The queries that you run are listed here.</Menu.Label>}
        {recent.map((query) => (
          <Menu.Item key={`${query.lang} ${query.q}`} onClick={() => onChoose(query)}>
            <span className={classes.savedQuery}>{query.q}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const examples: Record<Language, [query: string, meaning: string][]> = {
  lucene: [
    ['timeout', 'has the word, in any letter case'],
    ['"gateway timeout"', 'has the phrase'],
    ['time*', 'begins with it; *time* has it anywhere'],
    ['service:checkout', 'the field contains the text'],
    ['service:"checkout"', 'the field is exactly the text'],
    ['level:(error OR fatal)', 'one of several values'],
    ['http.status_code:>=500', 'compares numbers'],
    ['duration_ms:[100 TO 500]', 'a range'],
    ['user.id:*', 'has the field'],
    ['-service:cart', 'excludes; NOT does the same'],
    ['a b, a OR b, (a OR b) c', 'both, either, groups'],
  ],
  sql: [
    ["service = 'checkout'", 'the field is exactly the text'],
    ["Body ILIKE '%timeout%'", 'contains the text, in any letter case'],
    ["level IN ('error', 'fatal')", 'one of several values'],
    ['http.status_code >= 500', 'compares numbers'],
    ['duration_ms BETWEEN 100 AND 500', 'a range'],
    ["user.id != ''", 'has the field'],
    ["NOT service = 'cart'", 'excludes'],
    ["LogAttributes['http.route'] = '/pay'", 'an attribute of the record itself'],
    ["match(Body, 'time(d )?out')", 'a regular expression'],
  ],
};

/** The query language on one page. */
export function CheatSheet({ language }: { language: Language }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover position="bottom-end" width="min(560px, 92vw)" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Tooltip label="Query help" disabled={isOpen}>
          <ActionIcon variant="default" size={30} aria-label="Query help" onClick={() => setOpen(!isOpen)}>
            <Icon name="help" size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Query help">
        <Table fz="sm" aria-label="Examples of queries" verticalSpacing={4}>
          <Table.Tbody>
            {examples[language].map(([query, meaning]) => (
              <Table.Tr key={query}>
                <Table.Th scope="row" fw={400} className={classes.example}>
                  {query}
                </Table.Th>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="xs" c="dimmed" p="xs">
          Tab takes the first suggestion, the arrow keys choose another, Enter searches.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
