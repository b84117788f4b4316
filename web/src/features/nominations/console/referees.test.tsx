// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { ReviewedNomination } from './api'
import { Referees } from './referees'

afterEach(cleanup)

// The office reads nominations too, and owners may read everything.
it('does not say that only reviewers see the referees', () => {
  const nomination = { id: 'one', verification: { referees: [] } } as unknown as ReviewedNomination
  const client = new QueryClient()
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <Referees nomination={nomination} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add a referee' }))
  expect(screen.getByText(/The applicant cannot see it/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/Only (for )?reviewers/)
})
