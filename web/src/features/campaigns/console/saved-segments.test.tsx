// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SavedSegment, Segment } from './api'
import { savedSegmentsQuery } from './api'
import { SavedSegments } from './saved-segments'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

const inCity = (value: string): Segment => ({ match: 'all', conditions: [{ field: 'city', op: 'is', value }] })
const saved = (city: string) =>
  ({ id: 'one', name: 'Coast', segment: inCity(city), version: `of ${city}` }) as SavedSegment

function Draft() {
  const [segment, setSegment] = useState(inCity(''))
  return (
    <>
      <SavedSegments segment={segment} onChange={setSegment} />
      <label>
        City
        <input value={segment.conditions[0]?.value ?? ''} onChange={({ target }) => setSegment(inCity(target.value))} />
      </label>
    </>
  )
}

it('updates a segment again that was edited while an update was saved', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(savedSegmentsQuery.queryKey, [saved('Pune')])
  let answer: (segment: SavedSegment) => void = () => {}
  call.mockImplementation(
    () =>
      new Promise<SavedSegment>((resolve) => {
        answer = resolve
      }),
  )
  render(
    <QueryClientProvider client={client}>
      <Draft />
    </QueryClientProvider>,
  )
  const user = userEvent.setup({ delay: null })
  const city = screen.getByLabelText('City')
  const update = () => user.click(screen.getByRole('button', { name: 'Update “Coast”' }))
  await user.selectOptions(screen.getByLabelText('Start from a saved segment'), 'Coast')
  await user.type(city, '1')
  await update()
  await user.type(city, '2')
  await act(async () => answer(saved('Pune1')))
  await screen.findByRole('button', { name: 'Update “Coast”' })
  await update()
  expect(call).toHaveBeenLastCalledWith('PUT /api/segments/{id}', {
    path: { id: 'one' },
    body: { name: 'Coast', segment: inCity('Pune12'), version: 'of Pune1' },
  })
})
