// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { Speakers } from './speakers'

afterEach(cleanup)

it('links only the speakers whose profile the viewer sees, and shows portraits', () => {
  render(
    <MemoryRouter>
      <Speakers
        title="Speakers"
        speakers={[
          { name: 'Bina Shah', role: 'Chair', portrait: '/images/bina.jpg', personId: 'person1' },
          { name: 'Asha Rao', role: '', portrait: '', personId: '' },
        ]}
      />
    </MemoryRouter>,
  )
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/circle/directory/person1'])
  expect(screen.getByRole('img', { name: 'Portrait of Bina Shah' }).getAttribute('src')).toBe('/images/bina.jpg')
  expect(screen.getByText('Asha Rao')).toBeTruthy()
})
