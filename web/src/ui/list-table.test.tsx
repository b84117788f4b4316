// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { List } from '@/lib/list'
import { useSelection } from '@/lib/selection'
import { ListTable } from './list-table'

type Member = { id: string; name: string }

const noop = () => {}

function Members({ rows, ...state }: { rows: Member[] | undefined } & Partial<List<Member>>) {
  const list: List<Member> = {
    rows,
    total: rows?.length ?? 0,
    page: 1,
    perPage: 50,
    sort: '',
    search: '',
    isNarrowed: false,
    isFetching: rows === undefined,
    isPlaceholderData: false,
    error: null,
    asOf: 0,
    shown: [],
    setShown: noop,
    filter: () => '',
    setPage: noop,
    setSort: noop,
    setSearch: noop,
    setFilter: noop,
    clear: noop,
    refresh: noop,
    query: {},
    ...state,
  }
  const selection = useSelection(list)
  return (
    <>
      <ListTable
        caption="Members"
        list={list}
        columns={[{ key: 'name', header: 'Name', cell: ({ name }: Member) => name }]}
        rowKey={({ id }) => id}
        nothing="No members yet"
        noMatch="No member matches"
        selection={selection}
        nameOf={({ name }) => name}
      />
      <p>{selection.size} selected</p>
    </>
  )
}

afterEach(cleanup)

it('disables the selection until its rows have arrived', async () => {
  const user = userEvent.setup()
  const page = render(<Members rows={undefined} />)
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' })
  expect(all().disabled).toBe(true)
  page.rerender(
    <Members
      rows={[
        { id: '1', name: 'Asha' },
        { id: '2', name: 'Bela' },
      ]}
    />,
  )
  await user.click(all())
  expect(all().checked).toBe(true)
  expect(screen.getByText('2 selected')).toBeTruthy()
})

it('dims the rows while another page is loaded, but not while the same page is loaded again', () => {
  const rows = [{ id: '1', name: 'Asha' }]
  const page = render(<Members rows={rows} isFetching />)
  const table = screen.getByRole('table')
  expect(table.closest('.opacity-70')).toBeNull()
  expect(table.getAttribute('aria-busy')).toBe('false')
  page.rerender(<Members rows={rows} isFetching isPlaceholderData />)
  expect(table.closest('.opacity-70')).not.toBeNull()
  expect(table.getAttribute('aria-busy')).toBe('true')
})
