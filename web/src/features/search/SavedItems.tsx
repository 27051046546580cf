import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Icon } from '../../components/Icon';
import { counted } from '../../number';
import { savedListQuery } from './savedCalls';
import { starsFirst, useStars } from './stars';

/** A menu shows no more than these; the page of saved searches has all. */
const itemsMax = 8;

/** Saved searches as entries of a menu, starred ones first. */
export function SavedItems() {
  const saved = useQuery(savedListQuery).data ?? [];
  const { stars } = useStars();
  return (
    <>
      <Menu.Label>Saved searches</Menu.Label>
      {starsFirst(saved, stars)
        .slice(0, itemsMax)
        .map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<Icon name={stars.includes(id) ? 'star' : 'search'} size={14} />}
            renderRoot={(props) => <Link to="/search" search={{ saved: id }} {...props} />}
          >
            {name}
          </Menu.Item>
        ))}
      <Menu.Item
        leftSection={<Icon name="save" size={14} />}
        renderRoot={(props) => <Link to="/search/saved" {...props} />}
      >
        {saved.length > itemsMax
          ? `All ${counted(saved.length, 'saved search', 'saved searches')}`
          : 'Manage saved searches'}
      </Menu.Item>
    </>
  );
}
