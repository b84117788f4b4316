// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/api-error'
import { NavigationContext } from '@/lib/navigation'
import { type Call, send } from '@/lib/server'
import { Toasts } from '@/ui/toasts'
import { NominationForm } from './nomination-form'

vi.mock('@/lib/server', () => ({ send: vi.fn() }))

const server = vi.mocked(send)
const sentTo = (path: string) => server.mock.calls.filter(([to, call]) => to === path && call?.method === 'POST')

function answer(by: Record<string, (call?: Call) => unknown>) {
  server.mockImplementation(async (path, call) => {
    const reply = by[`${call?.method ?? 'GET'} ${path}`]
    if (!reply) throw new ApiError(404, 'No draft was found.')
    return reply(call)
  })
}

function open() {
  const router = createMemoryRouter([
    { path: '/', element: <NominationForm /> },
    { path: '/registration-success', element: <h1>Thank you</h1> },
    { path: '*', element: null },
  ])
  render(
    <Provider>
      <NavigationContext value={{ go: (to) => router.navigate(to), key: 'default' }}>
        <RouterProvider router={router} />
      </NavigationContext>
      <Toasts />
    </Provider>,
  )
  return router
}

/** An answer that comes when the test says so. */
function later<Answer>() {
  let resolve: (answer: Answer) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<Answer>((...ends) => {
    ;[resolve, reject] = ends
  })
  return { promise, resolve, reject }
}

async function fillIn() {
  // no pause between keys: two hundred of them would take seconds
  const user = userEvent.setup({ delay: null })
  const texts = { 'Full name': 'Asha Rao', Email: 'Asha@Example.IN', Phone: '+91 98765 43210' }
  const more = { 'Current designation': 'Director', 'Company name': 'One Ltd', 'Current boards': 'One Ltd' }
  for (const [label, text] of Object.entries({ ...texts, ...more, 'Why you are interested': 'To help.' }))
    await user.type(screen.getByRole('textbox', { name: label }), text)
  const choices = { Industry: 'Energy', 'Years of experience': '10+ years', 'Director type': 'Independent director' }
  const rest = { 'Number of boards': '2 boards', 'Preferred meeting format': 'In person (Mumbai)' }
  for (const [label, option] of Object.entries({ ...choices, ...rest, 'How you heard about us': 'LinkedIn' }))
    await user.selectOptions(screen.getByRole('combobox', { name: label }), option)
  await user.click(screen.getByRole('checkbox', { name: 'Governance' }))
  await user.click(screen.getByRole('checkbox', { name: /I confirm/ }))
  return user
}

const button = () => screen.getByRole('button', { name: /^Submit/ })

const onLeave = vi.fn<typeof fetch>()
const wordsOnLeave = () => onLeave.mock.calls.map(([, call]) => JSON.parse(String(call?.body)).formData.name)

beforeEach(() => {
  localStorage.clear()
  onLeave.mockReset().mockImplementation(async () => Response.json({ lastSaved: '2026-11-21T08:32:00Z' }))
  vi.stubGlobal('fetch', onLeave)
})
// jsdom lays nothing out, so it has nowhere to scroll to.
Element.prototype.scrollIntoView = () => {}
afterEach(async () => {
  cleanup()
  // What a left form still sends, and tells the others, is no business of the next test.
  await new Promise((resolve) => setTimeout(resolve, 20))
  server.mockReset()
  vi.unstubAllGlobals()
})

describe('the nomination form', () => {
  it('lists what is missing, and each line leads to its field', async () => {
    answer({})
    open()
    const user = userEvent.setup()
    await user.click(button())
    const summary = await screen.findByRole('region', { name: '14 answers need your attention' })
    await waitFor(() => expect(document.activeElement).toBe(summary))
    await user.click(within(summary).getByRole('link', { name: 'Email is required' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }))
    expect(screen.getByRole('textbox', { name: 'Email' }).getAttribute('aria-invalid')).toBe('true')
    expect(sentTo('/api/registrations')).toEqual([])
  })

  it('sends the clean answers once, thanks, and saves no draft afterwards', async () => {
    answer({ 'POST /api/registrations': () => ({ id: '1' }) })
    open()
    const user = await fillIn()
    await user.dblClick(button())
    await screen.findByRole('heading', { name: 'Thank you' })
    expect(screen.getByRole('status').textContent).toContain('Enquiry Submitted Successfully!')
    expect(sentTo('/api/registrations')).toHaveLength(1)
    expect(sentTo('/api/registrations')[0]?.[1]?.body).toMatchObject({
      email: 'asha@example.in',
      industry: 'energy',
      areasOfExpertise: ['governance'],
      agreeTerms: true,
    })
    expect(sentTo('/api/drafts')).toEqual([])
  })

  it('keeps the answers when it is refused, and says why at the field', async () => {
    const message = 'Some required fields are missing'
    answer({
      'POST /api/registrations': () => {
        throw new ApiError(400, message, { phone: 'Please enter a valid phone' })
      },
    })
    open()
    const user = await fillIn()
    await user.click(button())
    await screen.findByRole('link', { name: 'Please enter a valid phone' })
    expect(screen.getByRole('alert').textContent).toContain('Please fill in all required fields correctly.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Full name' }).value).toBe('Asha Rao')
  })

  it('offers the draft of an earlier visit, and brings it back', async () => {
    localStorage.setItem('draft', 'saved')
    const formData = { name: 'Asha Rao', areasOfExpertise: ['hr'], agreeTerms: true }
    answer({ 'GET /api/drafts/mine': () => ({ email: null, formData, lastSaved: '2026-11-21T08:32:00Z' }) })
    open()
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Restore draft' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Full name' }).value).toBe('Asha Rao')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Human resources' }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /I confirm/ }).checked).toBe(false)
    expect(screen.getByText('Saved 14:02')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'You' }))
  })

  it('says below that nothing is saved while a draft is on offer, and leads to the offer', async () => {
    localStorage.setItem('draft', 'saved')
    answer({
      'GET /api/drafts/mine': () => ({ email: null, formData: { name: 'Asha' }, lastSaved: '2026-11-21T08:32:00Z' }),
    })
    open()
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Choose about your earlier draft' }))
    expect(document.activeElement?.textContent).toContain('You have a saved draft')
  })

  it('discards it when it is told to', async () => {
    localStorage.setItem('draft', 'saved')
    const discarded = vi.fn()
    answer({
      'GET /api/drafts/mine': () => ({ email: null, formData: { name: 'Asha' }, lastSaved: '2026-11-21T08:32:00Z' }),
      'DELETE /api/drafts/mine': discarded,
    })
    open()
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('You have a saved draft')).toBeNull())
    expect(discarded).toHaveBeenCalledOnce()
    expect(localStorage.getItem('draft')).toBeNull()
  })

  it('asks for no draft where there was none', () => {
    answer({})
    open()
    expect(server).not.toHaveBeenCalled()
  })

  it('thanks whoever has gone on to another page, and leaves them there', async () => {
    const { promise, resolve } = later<{ id: string }>()
    answer({ 'POST /api/registrations': () => promise })
    const router = open()
    await (await fillIn()).click(button())
    await waitFor(() => expect(sentTo('/api/registrations')).toHaveLength(1))
    await act(() => router.navigate('/about'))
    resolve({ id: '1' })
    expect(await screen.findByText('Enquiry Submitted Successfully!')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/about')
    expect(onLeave).not.toHaveBeenCalled()
    expect(localStorage.getItem('draft')).toBeNull()
  })

  it('keeps as a draft what was refused after they went on, and says so', async () => {
    const { promise, reject } = later<{ id: string }>()
    answer({ 'POST /api/registrations': () => promise })
    const router = open()
    await (await fillIn()).click(button())
    await waitFor(() => expect(sentTo('/api/registrations')).toHaveLength(1))
    await act(() => router.navigate('/about'))
    expect(onLeave).not.toHaveBeenCalled()
    reject(new ApiError(503, 'Please try later.'))
    expect(await screen.findByText('Submission Failed')).toBeTruthy()
    await waitFor(() => expect(wordsOnLeave()).toEqual(['Asha Rao']))
    expect(router.state.location.pathname).toBe('/about')
  })

  it('offers the earlier draft also to whoever typed before it came, and saves nothing until they choose', async () => {
    localStorage.setItem('draft', 'saved')
    const { promise, resolve } = later<unknown>()
    answer({ 'GET /api/drafts/mine': () => promise })
    const router = open()
    await userEvent.setup().type(screen.getByRole('textbox', { name: 'Full name' }), 'B')
    resolve({ email: null, formData: { name: 'Asha' }, lastSaved: '2026-11-21T08:32:00Z' })
    await screen.findByRole('button', { name: 'Restore draft' })
    await act(() => router.navigate('/about'))
    expect(onLeave).not.toHaveBeenCalled()
    expect(sentTo('/api/drafts')).toEqual([])
  })

  it('reads the earlier draft again when that failed, at once when the browser is online again', async () => {
    localStorage.setItem('draft', 'saved')
    const read = vi.fn().mockRejectedValueOnce(new ApiError(0, 'The server could not be reached.'))
    read.mockResolvedValue({ email: null, formData: { name: 'Asha' }, lastSaved: '2026-11-21T08:32:00Z' })
    answer({ 'GET /api/drafts/mine': read })
    open()
    await waitFor(() => expect(read).toHaveBeenCalledOnce())
    await act(async () => {})
    window.dispatchEvent(new Event('online'))
    await screen.findByRole('button', { name: 'Restore draft' }, { timeout: 1000 })
  })

  it('reads the draft only after what an earlier form sent on leave has arrived', async () => {
    const { promise, resolve } = later<Response>()
    onLeave.mockReturnValueOnce(promise)
    const formData = { name: 'Asha' }
    answer({ 'GET /api/drafts/mine': () => ({ email: null, formData, lastSaved: '2026-11-21T08:32:00Z' }) })
    const router = open()
    await userEvent.setup().type(screen.getByRole('textbox', { name: 'Full name' }), 'Asha')
    await act(() => router.navigate('/about'))
    expect(wordsOnLeave()).toEqual(['Asha'])
    await act(() => router.navigate('/'))
    expect(server).not.toHaveBeenCalled()
    resolve(Response.json({ lastSaved: '2026-11-21T08:32:00Z' }))
    await screen.findByRole('button', { name: 'Restore draft' })
  })
})
