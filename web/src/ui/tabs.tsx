import { type ReactNode, useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { TabCount, tabLine, tabLook } from './link-tabs'

type FilterTabsProps = {
  label: string
  tabs: readonly { id: string; label: string; count?: number }[]
  selected: string
  onSelect: (id: string) => void
  /** The content below the selected tab. */
  children: ReactNode
}

/**
 * Tabs that choose the content below them. They are one Tab stop; the arrow keys move, Enter or Space selects. Use them
 * only in the console's chunks, which load react-aria-components; for tabs with addresses, use `LinkTabs`.
 */
export function FilterTabs({ label, tabs, selected, onSelect, children }: FilterTabsProps) {
  const line = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tabs scroll to the selected one if they do not fit
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
      {/* Each tab needs its own panel, because react-aria computes a panel's id only once. */}
      <TabPanel key={selected} id={selected} className="outline-none">
        {children}
      </TabPanel>
    </Tabs>
  )
}
