// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import { nominationForm } from '@/lib/generated'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { onlyOnlineEndsThePause } from '@/lib/wait-fixture'
import { Toasts } from '@/ui/toasts'
import { markResumed } from './draft-mark'
import { requiredFields } from './form-progress'
import { NominationForm } from './nomination-form'

vi.mock('@/lib/api', async (original) => ({ ...(await original<typeof import('@/lib/api')>()), call: vi.fn() }))

type Sent = { body?: Record<string, unknown> }

const server = vi.mocked(call as (route: string, request?: Sent) => Promise<unknown>)
const sentTo = (path: string) => server.mock.calls.filter(([route]) => route === `POST ${path}`)

function answer(by: Record<string, (request?: Sent) => unknown>) {
  server.mockImplementation(async (route, request) => {
    const reply = by[route]
    if (!reply) throw new ApiError(404, 'No draft was found.')
    return reply(request)
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
      <WithTexts pages={[builtInTexts('nomination'), builtInTexts('own-nomination'), builtInTexts('site')]}>
        <RouterProvider router={router} />
      </WithTexts>
      <Toasts />
    </Provider>,
  )
  return router
}

/** A promise that the test resolves. */
function deferred<Answer>() {
  let resolve: (answer: Answer) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<Answer>((...ends) => {
    ;[resolve, reject] = ends
  })
  return { promise, resolve, reject }
}

async function fillIn() {
  // No delay between keys: two hundred of them would take seconds.
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

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Full name' })
const button = () => screen.getByRole('button', { name: /^Submit/ })

const onLeave = vi.fn<typeof fetch>()
const namesSentOnLeave = () => onLeave.mock.calls.map(([, call]) => JSON.parse(String(call?.body)).formData.name)

beforeEach(() => {
  localStorage.clear()
  onLeave.mockReset().mockImplementation(async () => Response.json({ lastSaved: '2026-11-21T08:32:00Z' }))
  vi.stubGlobal('fetch', onLeave)
})
afterEach(async () => {
  cleanup()
  // A form that was left may still send requests and messages. They must not reach the next test.
  await new Promise((resolve) => setTimeout(resolve, 20))
  server.mockReset()
  vi.unstubAllGlobals()
})

describe('the nomination form', () => {
  it('has an input for each field', () => {
    answer({})
    open()
    const inputs = new Set([...document.querySelectorAll('[name]')].map((input) => input.getAttribute('name')))
    expect(nominationForm.map(({ name }) => name).filter((name) => !inputs.has(name))).toEqual([])
  })

  it('lists what is missing, and each line leads to its field', async () => {
    answer({})
    open()
    const user = userEvent.setup()
    await user.click(button())
    const summary = await screen.findByRole('region', { name: 'Please correct 14 fields' })
    await waitFor(() => expect(document.activeElement).toBe(summary))
    await user.click(within(summary).getByRole('link', { name: 'Email is required' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }))
    expect(screen.getByRole('textbox', { name: 'Email' }).getAttribute('aria-invalid')).toBe('true')
    expect(sentTo('/api/registrations')).toEqual([])
  })

  it('sends the cleaned answers once, shows the thank-you page, and saves no draft afterwards', async () => {
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
    // On a busy machine a draft may be saved while the form is filled in.
    const routes = server.mock.calls.map(([route]) => route)
    expect(routes.slice(routes.indexOf('POST /api/registrations'))).not.toContain('POST /api/drafts')
  })

  it('keeps the answers after a refusal, and shows the reason at the field', async () => {
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

  it('restores the draft of an earlier visit without a question, but never the consent', async () => {
    localStorage.setItem('draft', 'saved')
    const formData = { name: 'Asha Rao', areasOfExpertise: ['hr'], agreeTerms: true }
    answer({ 'GET /api/drafts/mine': () => ({ email: null, formData, lastSaved: '2026-11-24T08:53:00Z' }) })
    open()
    await screen.findByText('We restored your draft from 24 Nov 2026, 14:23.')
    expect(nameField().value).toBe('Asha Rao')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Human resources' }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /I confirm/ }).checked).toBe(false)
    expect(screen.getByText('Saved 14:23')).toBeTruthy()
    expect(document.activeElement).toBe(document.body)
    expect(sentTo('/api/drafts')).toEqual([])
  })

  it('focuses the first empty required field if the draft was opened by an emailed link', async () => {
    markResumed()
    const formData = {
      name: 'Asha Rao',
      email: 'asha@example.in',
      phone: '+91 98765 43210',
      currentDesignation: 'Director',
    }
    answer({ 'GET /api/drafts/mine': () => ({ email: null, formData, lastSaved: '2026-11-24T08:53:00Z' }) })
    open()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Company name' })))
  })

  it('restores the newer of the server’s draft and the draft on this device', async () => {
    localStorage.setItem('draft', 'saved')
    const onDevice = { email: null, formData: { name: 'Asha Rao' }, lastSaved: '2026-11-24T09:00:00Z' }
    localStorage.setItem('draft-kept', JSON.stringify(onDevice))
    const formData = { name: 'Asha', city: 'Pune' }
    answer({ 'GET /api/drafts/mine': () => ({ email: null, formData, lastSaved: '2026-11-24T08:53:00Z' }) })
    const router = open()
    await screen.findByText('We restored your draft from 24 Nov 2026, 14:30.')
    expect(nameField().value).toBe('Asha Rao')
    expect(screen.getByText('Not saved yet. Stored on this device')).toBeTruthy()
    await act(() => router.navigate('/about'))
    await waitFor(() => expect(namesSentOnLeave()).toEqual(['Asha Rao']))
  })

  it('starts again with an empty form, and can undo that', async () => {
    localStorage.setItem('draft', 'saved')
    const discarded = vi.fn()
    answer({
      'GET /api/drafts/mine': () => ({ email: null, formData: { name: 'Asha' }, lastSaved: '2026-11-21T08:32:00Z' }),
      'DELETE /api/drafts/mine': discarded,
    })
    const router = open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Start again' }))
    await screen.findByText('We have emptied the form and deleted your draft.')
    expect(discarded).toHaveBeenCalledOnce()
    expect(localStorage.getItem('draft')).toBeNull()
    expect(nameField().value).toBe('')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'About you' })))

    await user.type(screen.getByRole('textbox', { name: /^City/ }), 'Pune')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(nameField().value).toBe('Asha')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^City/ }).value).toBe('Pune')
    await act(() => router.navigate('/about'))
    await waitFor(() => expect(namesSentOnLeave()).toEqual(['Asha']))
  })

  it('keeps the answers when the draft cannot be deleted', async () => {
    localStorage.setItem('draft', 'saved')
    answer({
      'GET /api/drafts/mine': () => ({ email: null, formData: { name: 'Asha' }, lastSaved: '2026-11-21T08:32:00Z' }),
      'DELETE /api/drafts/mine': () => {
        throw new ApiError(503, 'Please try later.')
      },
    })
    open()
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Start again' }))
    await screen.findByText('Your draft was not deleted')
    expect(nameField().value).toBe('Asha')
    expect(screen.getByRole('button', { name: 'Start again' })).toBeTruthy()
  })

  it('shows what is typed in another tab, and keeps what is typed in this tab', async () => {
    answer({})
    open()
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox', { name: /^City/ }), 'Pune')
    const otherTab = new BroadcastChannel('nomination-draft')
    const draft = { email: null, formData: { name: 'Asha', city: 'Nagpur' }, lastSaved: '2026-11-24T08:53:00Z' }
    otherTab.postMessage({ kind: 'saved', draft })
    await waitFor(() => expect(nameField().value).toBe('Asha'))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^City/ }).value).toBe('Pune')
    otherTab.postMessage({ kind: 'discarded' })
    otherTab.close()
    await waitFor(() => expect(nameField().value).toBe(''))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^City/ }).value).toBe('Pune')
  })

  it('says how many parts are complete, and counts a part once all its required fields are filled', async () => {
    answer({})
    open()
    const required = nominationForm.filter(({ name, required }) => required && name !== 'agreeTerms')
    expect(requiredFields.flat().sort()).toEqual(required.map(({ name }) => name).sort())
    const progress = screen.getByText('0 of 3 parts complete')
    const user = userEvent.setup()
    await user.type(nameField(), 'Asha Rao')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'asha@example.in')
    expect(progress.textContent).toBe('0 of 3 parts complete')
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '+91')
    expect(progress.textContent).toBe('1 of 3 parts complete')
    await user.clear(nameField())
    expect(progress.textContent).toBe('0 of 3 parts complete')
    await fillIn()
    expect(progress.textContent).toBe('3 of 3 parts complete')
    expect(screen.getAllByRole('status')).toContain(progress)
  })

  it('requests no draft if there was none', () => {
    answer({})
    open()
    expect(server).not.toHaveBeenCalled()
  })

  it('thanks an applicant who has opened another page, and leaves them there', async () => {
    const { promise, resolve } = deferred<{ id: string }>()
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

  it('saves a nomination as a draft and reports it if it is refused after the applicant has left the page', async () => {
    const { promise, reject } = deferred<{ id: string }>()
    answer({ 'POST /api/registrations': () => promise })
    const router = open()
    await (await fillIn()).click(button())
    await waitFor(() => expect(sentTo('/api/registrations')).toHaveLength(1))
    await act(() => router.navigate('/about'))
    expect(onLeave).not.toHaveBeenCalled()
    reject(new ApiError(503, 'Please try later.'))
    expect(await screen.findByText('Submission Failed')).toBeTruthy()
    await waitFor(() => expect(namesSentOnLeave()).toEqual(['Asha Rao']))
    expect(router.state.location.pathname).toBe('/about')
  })

  it('keeps what was typed before the earlier draft arrived, and saves both', async () => {
    localStorage.setItem('draft', 'saved')
    const { promise, resolve } = deferred<unknown>()
    answer({ 'GET /api/drafts/mine': () => promise })
    const router = open()
    await userEvent.setup().type(nameField(), 'B')
    resolve({ email: null, formData: { name: 'Asha', city: 'Pune' }, lastSaved: '2026-11-21T08:32:00Z' })
    await screen.findByRole('button', { name: 'Start again' })
    expect(nameField().value).toBe('B')
    await act(() => router.navigate('/about'))
    await waitFor(() => expect(onLeave).toHaveBeenCalled())
    const [, call] = onLeave.mock.lastCall ?? []
    expect(JSON.parse(String(call?.body)).formData).toMatchObject({ name: 'B', city: 'Pune' })
  })

  it('stores what is typed on this device while the earlier draft cannot be read', async () => {
    localStorage.setItem('draft', 'saved')
    answer({ 'GET /api/drafts/mine': () => deferred<unknown>().promise })
    const router = open()
    await userEvent.setup().type(nameField(), 'Asha')
    await act(() => router.navigate('/about'))
    await waitFor(() => expect(localStorage.getItem('draft-kept')).toContain('"name":"Asha"'))
    expect(onLeave).not.toHaveBeenCalled()
  })

  it('retries to read the earlier draft as soon as the browser is online again', async () => {
    onlyOnlineEndsThePause()
    localStorage.setItem('draft', 'saved')
    const read = vi.fn().mockRejectedValueOnce(new ApiError(0, 'The server could not be reached.'))
    read.mockResolvedValue({ email: null, formData: { name: 'Asha' }, lastSaved: '2026-11-21T08:32:00Z' })
    answer({ 'GET /api/drafts/mine': read })
    open()
    await waitFor(() => expect(read).toHaveBeenCalledOnce())
    await act(async () => {})
    window.dispatchEvent(new Event('online'))
    await screen.findByRole('button', { name: 'Start again' })
  })

  it('reads the draft only after the request on leave of an earlier form has finished', async () => {
    const { promise, resolve } = deferred<Response>()
    onLeave.mockReturnValueOnce(promise)
    const formData = { name: 'Asha' }
    answer({ 'GET /api/drafts/mine': () => ({ email: null, formData, lastSaved: '2026-11-21T08:32:00Z' }) })
    const router = open()
    await userEvent.setup().type(screen.getByRole('textbox', { name: 'Full name' }), 'Asha')
    await act(() => router.navigate('/about'))
    expect(namesSentOnLeave()).toEqual(['Asha'])
    await act(() => router.navigate('/'))
    expect(server).not.toHaveBeenCalled()
    resolve(Response.json({ lastSaved: '2026-11-21T08:32:00Z' }))
    await screen.findByRole('button', { name: 'Start again' })
  })
})
