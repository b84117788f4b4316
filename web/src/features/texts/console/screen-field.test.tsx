// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { TextRow } from './api'
import { BoxedField } from './boxed-field'
import { readable } from './difference'

const row: TextRow = {
  key: 'landing.features.cards.expert-mentorship.leadsTo',
  kind: 'screen',
  label: 'Features › Expert Mentorship › Leads to',
  builtIn: 'mentors',
  published: 'mentors',
  draft: null,
  isPublished: false,
  hasDraft: false,
  version: 0,
  publishAt: '',
  updatedBy: '',
  updatedAt: '',
}

it('chooses the screen that a promise leads to', async () => {
  const type = vi.fn()
  render(<BoxedField row={row} label="Leads to" lang="en" entry={undefined} onType={type} />)
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Leads to' })
  expect(field.selectedOptions[0]?.textContent).toBe('Mentors')
  await userEvent.selectOptions(field, 'Board seats')
  expect(type).toHaveBeenCalledWith('board-seats')
  await userEvent.selectOptions(field, 'No page')
  expect(type).toHaveBeenCalledWith('')
})

it('names the screen where versions are compared', () => {
  expect(readable('screen', 'polls')).toBe('Consultations and votes')
  expect(readable('screen', '')).toBe('No page')
})
