// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Toasts } from '@/ui/toasts'
import type { CampaignDetail } from './api'
import { StartCampaign } from './start-campaign'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

const campaign = { id: 'c1', name: 'Rain', status: 'draft' } as CampaignDetail

/** Opens the dialog that sends a campaign. The server answers each route with a function. */
async function open(answers: Record<string, () => Promise<unknown>>) {
  call.mockImplementation((route: string) => answers[route]?.())
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StartCampaign campaign={campaign} segment={{ match: 'all', conditions: [] }} topic="news" version="one" />
      <Toasts />
    </QueryClientProvider>,
  )
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Send the campaign' }))
  return user
}

it.each([
  ['preparing', 'Campaign started'],
  ['scheduled', 'Campaign scheduled'],
  ['awaiting', 'Waiting for a second administrator'],
])('says what happens to a campaign that is then %s', async (status, said) => {
  const user = await open({
    'POST /api/segments/count': async () => ({ count: 2, examples: [] }),
    'POST /api/campaigns/{id}/start': async () => ({ ...campaign, status }),
  })
  await user.type(await screen.findByLabelText(/^Number of people/), '2')
  await user.type(screen.getByLabelText(/password/i, { selector: 'input' }), 'Monsoon Ledger 7')
  await user.click(screen.getByRole('button', { name: 'Send campaign' }))
  expect(await screen.findByText(said)).toBeTruthy()
})

it('says that the recipients could not be counted', async () => {
  await open({ 'POST /api/segments/count': () => Promise.reject(new Error('The connection was lost.')) })
  expect(await screen.findByText(/^The recipients could not be counted/)).toBeTruthy()
})
