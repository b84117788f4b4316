// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '@/lib/paths'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { PromiseLink } from './promise-link'

const user = vi.hoisted(() => ({ isMember: true }))
vi.mock('@/lib/session', () => ({ useSession: () => ({ status: 'authenticated', user }) }))
afterEach(cleanup)

function targetOf(promise: string, isMember = true): string | null {
  user.isMember = isMember
  render(
    <WithTexts pages={[builtInTexts('site')]}>
      <MemoryRouter>
        <PromiseLink promise={promise} />
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
  const titles = cards.map((card) => texts[`${card}.title`] ?? '')
  expect(Object.fromEntries(titles.map((title) => [title, targetOf(title)]))).toEqual({
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

it('leads from the features of a plan, if a screen keeps them', () => {
  expect(targetOf('Monthly 90-minute sessions with regulators and chairs')).toBe(paths.circleSessions)
  expect(targetOf('Introductions to boards that are looking')).toBe(paths.circleSeats)
  expect(targetOf('A mentor for your first year, or a mentee')).toBe(paths.circleMentors)
  expect(targetOf('An introduction to any member')).toBe(paths.circleIntroductions)
  expect(targetOf('The research library, and your name on what you contribute')).toBe(paths.circleLibrary)
  expect(targetOf('A vote in what the circle says to the regulators')).toBe(paths.circlePolls)
  expect(targetOf('Dinner with the founding members, every September')).toBeNull()
})

it('shows no link to people who are not members', () => {
  expect(targetOf('Mentorship Engine', false)).toBeNull()
})
