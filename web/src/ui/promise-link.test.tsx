// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '@/lib/paths'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { PromiseLink } from './promise-link'

const user = vi.hoisted(() => ({
  isMember: true,
  modules: ['sessions', 'directory', 'board-seats', 'consultations', 'library'],
}))
vi.mock('@/lib/session', () => ({ useSession: () => ({ status: 'authenticated', user }) }))
afterEach(cleanup)

function targetOf(name: string, isMember = true): string | null {
  user.isMember = isMember
  render(
    <WithTexts pages={[builtInTexts('site')]}>
      <MemoryRouter>
        <PromiseLink screen={name} />
      </MemoryRouter>
    </WithTexts>,
  )
  const target = screen.queryByRole('link')?.getAttribute('href') ?? null
  cleanup()
  return target
}

it('leads from each promise of the landing page to the screen that keeps it', () => {
  const { texts, lists } = builtInTexts('landing')
  const cards = ['about.cards', 'features.cards'].flatMap((key) => lists[key]?.map((id) => `${key}.${id}`) ?? [])
  const promises = cards.map((card) => [texts[`${card}.title`], targetOf(texts[`${card}.leadsTo`] ?? '')])
  expect(Object.fromEntries(promises)).toEqual({
    'Policy Voice & Influence': paths.circlePolls,
    'Mentorship Engine': paths.circleMentors,
    'Research Hub': paths.circleLibrary,
    'Policy Engagement': paths.circlePolls,
    'Elite Network Access': paths.circleDirectory,
    'Thought Leadership': paths.circleLibrary,
    'Board Opportunities': paths.circleSeats,
    'Expert Mentorship': paths.circleMentors,
    'Regulatory Updates': paths.circleLibrary,
  })
})

it('leads to the sessions and the introductions, and nowhere without a screen', () => {
  expect(targetOf('sessions')).toBe(paths.circleSessions)
  expect(targetOf('introductions')).toBe(paths.circleIntroductions)
  expect(targetOf('')).toBeNull()
})

it('shows no link to people who are not members', () => {
  expect(targetOf('mentors', false)).toBeNull()
})

it('does not lead to a page that the member’s plan does not open', () => {
  const all = user.modules
  user.modules = ['sessions']
  expect([targetOf('library'), targetOf('sessions')]).toEqual([null, paths.circleSessions])
  user.modules = all
})
