// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { LibrarySummary } from './api'
import { ItemRow } from './item-row'

afterEach(cleanup)

const item: LibrarySummary = {
  id: 'one',
  kind: 'note',
  title: 'The amendments',
  abstract: 'What changes for boards.',
  tags: [],
  authors: [],
  state: 'published',
  publishAt: '2026-08-10T12:00:00.000Z',
  createdAt: '2026-08-09T12:00:00.000Z',
  isBookmarked: false,
  snippet: '',
}

const show = (snippet: string) => render(<ItemRow item={{ ...item, snippet }} />, { wrapper: MemoryRouter })

it('marks the found words of a snippet, and shows its text as text', () => {
  show('…the \u0002whistleblower\u0003 policy of a <b>board</b> names a \u0002whistle\u0003…')
  expect(screen.getAllByText(/^whistle/, { selector: 'mark' }).map((mark) => mark.textContent)).toEqual([
    'whistleblower',
    'whistle',
  ])
  expect(screen.getByText(/policy of a <b>board<\/b> names a/)).toBeTruthy()
})

it('shows no snippet if only the title has the words', () => {
  show('')
  expect(screen.queryByText('Found in the text:')).toBeNull()
})
