import { type ReactNode, useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { TabCount, tabLine, tabLook } from './link-tabs'

type FilterTabsProps = {
  label: string
  tabs: readonly { id: string; label: string; count?: number }[]
  selected: string
  onSelect: (id: string) => void
  /** What the selected tab shows. */
  children: ReactNode
}

/**
 * Tabs that choose what is shown below them: one stop of the Tab key, the arrows move along, Enter or
 * Space selects. For the console's own chunks, which load react-aria-components; where each tab has an
 * address, use `LinkTabs`.
 */
export function FilterTabs({ label, tabs, selected, onSelect, children }: FilterTabsProps) {
  const line = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: where the tabs have no room they scroll
  useEffect(() => {
    const open = line.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (line.current && open)
      line.current.scrollLeft = open.offsetLeft - (line.current.clientWidth - open.offsetWidth) / 2
  }, [selected])

  return (
    <Tabs
      selectedKey={selected}
      keyboardActivation="manual"
      onSelectionChange={(id) => id !== selected && onSelect(String(id))}
    >
      <TabList ref={line} aria-label={label} className={tabLine}>
        {tabs.map(({ id, label, count }) => (
          <Tab key={id} id={id} className={({ isSelected }) => tabLook(isSelected)}>
            {label}
            {count !== undefined && <TabCount>{count}</TabCount>}
          </Tab>
        ))}
      </TabList>
      {/* a panel of its own for each tab: its id is made once */}
      <TabPanel key={selected} id={selected} className="outline-none">
        {children}
      </TabPanel>
    </Tabs>
  )
}
