// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { EmailTextDetail } from './api'
import { EmailTextTabs } from './email-text-tabs'

afterEach(cleanup)

const summary = (id: string, variant: string, language: string, marks = {}) => ({ id, variant, language, ...marks })

const texts = [
  summary('notice.pin-set', 'PIN set', 'English'),
  summary('notice.pin-set:hi', 'PIN set', 'Hindi', { isOutdated: true }),
  summary('notice.email-changed', 'Email changed', 'English', { hasDraft: true }),
  summary('notice.email-changed:hi', 'Email changed', 'Hindi'),
  summary('notice.signed-out', 'Signed out', 'English'),
]

function show(open: number) {
  const text = { ...texts[open], texts } as unknown as EmailTextDetail
  const router = createMemoryRouter([{ path: '*', element: <EmailTextTabs text={text} /> }])
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup({ delay: null }), path: () => decodeURIComponent(router.state.location.pathname) }
}

it('links to each language of a text and marks the one that is open', () => {
  show(1)
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
  expect(links).toEqual([
    ['English', null],
    ['Hindi (out of date)', 'page'],
  ])
})

it('opens another case in the same language, or in English', async () => {
  const { user, path } = show(1)
  const cases = screen.getByLabelText('Text for the case')
  await user.selectOptions(cases, 'Email changed (draft)')
  expect(path()).toBe('/admin/email-texts/notice.email-changed:hi')
  await user.selectOptions(cases, 'Signed out')
  expect(path()).toBe('/admin/email-texts/notice.signed-out')
})
