// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { tierForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { FeatureAdder } from './feature-adder'
import type { TierValues } from './tier-preview'

afterEach(cleanup)

const onSubmit = vi.fn((event: SubmitEvent) => event.preventDefault())

function open(initial: Partial<TierValues>): () => TierValues {
  let values: () => TierValues = () => expect.fail('not rendered')
  function Fields() {
    const form = useRuleForm('tier', tierForm, { initial })
    const { features, screens, translations } = form.watched()
    values = form.current
    return (
      <form onSubmit={(event) => onSubmit(event.nativeEvent as SubmitEvent)}>
        <FeatureAdder form={form} features={features} screens={screens} translations={translations} />
        <button type="submit">Save</button>
        <button type="button" onClick={() => form.reset(initial)}>
          Load the current version
        </button>
      </form>
    )
  }
  render(<Fields />)
  return () => values()
}

it('chooses the screen that each feature leads to', async () => {
  const values = open({
    features: ['A dinner', 'Meetings'],
    screens: [{ feature: 'Meetings', screen: 'sessions' }],
  })
  const screenOf = (feature: string) =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: `Leads to: ${feature}` })
  expect([screenOf('A dinner').value, screenOf('Meetings').value]).toEqual(['', 'sessions'])

  await userEvent.type(screen.getByRole('textbox', { name: /^Features/ }), 'A mentor{Enter}')
  await userEvent.selectOptions(screenOf('A mentor'), 'Mentors')
  await userEvent.selectOptions(screenOf('Meetings'), 'Introductions')
  expect(values().screens).toEqual([
    { feature: 'A mentor', screen: 'mentors' },
    { feature: 'Meetings', screen: 'introductions' },
  ])
  await userEvent.selectOptions(screenOf('Meetings'), 'No page')
  await userEvent.click(screen.getByRole('button', { name: 'Remove A mentor' }))
  expect(values()).toMatchObject({ features: ['A dinner', 'Meetings'], screens: [] })
})

it('keeps the screen and the translations of a reworded feature', async () => {
  const hindi = { language: 'hi', field: 'features', text: 'बैठकें' } as const
  const values = open({
    features: ['Meeting', 'A dinner'],
    screens: [{ feature: 'Meeting', screen: 'sessions' }],
    translations: [
      { ...hindi, feature: '', source: 'Meeting' },
      { ...hindi, feature: '', source: 'Meetings' }, // of a feature that was removed
    ],
  })
  await userEvent.type(screen.getByRole('textbox', { name: 'Feature 1' }), 's{Enter}')
  const reworded = {
    features: ['Meetings', 'A dinner'],
    screens: [{ feature: 'Meetings', screen: 'sessions' }],
    translations: [{ ...hindi, feature: 'Meetings', source: 'Meeting' }],
  }
  expect(values()).toMatchObject(reworded)
})

it('refuses a feature without words of its own, and saves nothing until it has some', async () => {
  const values = open({ features: ['Meetings', 'A dinner'] })
  const input = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Feature ${number}` })
  const errorOf = (number: number) => document.getElementById(input(number).getAttribute('aria-describedby') ?? '')
  await userEvent.clear(input(2))
  await userEvent.type(input(2), 'Meetings')
  await userEvent.clear(input(1))
  await userEvent.tab()
  expect([input(1).value, input(2).value]).toEqual(['', 'Meetings'])
  expect(errorOf(1)?.textContent).toBe('Please enter the feature.')
  expect(errorOf(2)?.textContent).toBe('Another feature has these words.')
  expect(values().features).toEqual(['Meetings', 'A dinner'])

  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  expect(onSubmit).not.toHaveBeenCalled()
  await waitFor(() => expect(document.activeElement).toBe(input(1)))

  await userEvent.type(input(1), 'Talks')
  await userEvent.click(input(2))
  await userEvent.click(save)
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(values().features).toEqual(['Talks', 'Meetings'])
})

it('shows the words of the current version after they were changed here', async () => {
  const values = open({ features: ['Meetings'], screens: [], translations: [] })
  const words = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Feature 1' })
  await userEvent.type(words(), ' in Pune')
  await userEvent.click(screen.getByRole('button', { name: 'Load the current version' }))
  expect(words().value).toBe('Meetings')
  await userEvent.click(words())
  await userEvent.tab()
  expect(values().features).toEqual(['Meetings'])
})
