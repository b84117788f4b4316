// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/api-error'
import { Toasts } from '@/ui/toasts'
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

/** Opens a draft and chooses its saved segment. */
async function chooseCoast() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(savedSegmentsQuery.queryKey, [saved('Pune')])
  render(
    <QueryClientProvider client={client}>
      <Draft />
      <Toasts />
    </QueryClientProvider>,
  )
  const user = userEvent.setup({ delay: null })
  const city = screen.getByLabelText<HTMLInputElement>('City')
  const update = () => user.click(screen.getByRole('button', { name: 'Update “Coast”' }))
  await user.selectOptions(screen.getByLabelText('Start from a saved segment'), 'Coast')
  return { user, city, update }
}

it('updates a segment again that was edited while an update was saved', async () => {
  let answer: (segment: SavedSegment) => void = () => {}
  call.mockImplementation(
    () =>
      new Promise<SavedSegment>((resolve) => {
        answer = resolve
      }),
  )
  const { user, city, update } = await chooseCoast()
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

it('says that someone else has deleted the segment, and keeps the conditions', async () => {
  const { user, city, update } = await chooseCoast()
  await user.type(city, '1')
  call.mockRejectedValue(new ApiError(409, 'It was changed.', { version: 'It was changed.' }))
  await update()
  const load = await screen.findByRole('button', { name: 'Load the current version' })
  call.mockResolvedValue([])
  await user.click(load)
  expect(await screen.findByText('Someone else has deleted this segment')).toBeTruthy()
  expect(city.value).toBe('Pune1')
  expect(screen.queryByRole('button', { name: 'Update “Coast”' })).toBeNull()
})
