// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { Config } from '@/lib/api-types'
import { ConfigContext } from '@/lib/config'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { Footer } from './footer'
import { config } from './public-pages-fixture'

function links(hiddenSections: Config['hiddenSections']): (string | null)[] {
  render(
    <ConfigContext value={{ ...config, languages: [], hiddenSections }}>
      <WithTexts pages={[builtInTexts('site')]}>
        <MemoryRouter>
          <Footer />
        </MemoryRouter>
      </WithTexts>
    </ConfigContext>,
  )
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'))
}

afterEach(cleanup)

it('leaves out the links to sections of the landing page that are off', () => {
  expect(links([])).toEqual(expect.arrayContaining(['/#about', '/#benefits', '/#register']))
  cleanup()
  const shown = links(['about', 'features', 'membership'])
  expect(shown).toEqual(expect.arrayContaining(['/#register', '/#contact-us', '/privacy-policy']))
  expect(shown).not.toContain('/#about')
  expect(shown).not.toContain('/#benefits')
})
