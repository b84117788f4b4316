// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { Speakers } from './speakers'

afterEach(cleanup)

it('links only the speakers whose profile the viewer sees, and shows portraits', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Speakers
          title="Speakers"
          speakers={[
            {
              name: 'Bina Shah',
              role: 'Chair',
              portrait: '/images/bina.jpg',
              portraitSrcset: '/images/bina.jpg/0a-320.jpg 320w',
              portraitPosition: '40% 20%',
              personId: 'person1',
            },
            { name: 'Asha Rao', role: '', portrait: '', portraitSrcset: '', portraitPosition: '', personId: '' },
          ]}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/circle/directory/person1'])
  const portrait = screen.getByRole('img', { name: 'Portrait of Bina Shah' })
  expect(portrait.getAttribute('src')).toBe('/images/bina.jpg')
  expect(portrait.getAttribute('srcset')).toBe('/images/bina.jpg/0a-320.jpg 320w')
  expect(portrait.style.objectPosition).toBe('40% 20%')
  expect(screen.getByText('Asha Rao')).toBeTruthy()
})
