// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { tierForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { FeatureAdder } from './feature-adder'
import type { TierValues } from './tier-preview'

afterEach(cleanup)

function open(initial: Partial<TierValues>): () => TierValues {
  let values: () => TierValues = () => expect.fail('not rendered')
  function Fields() {
    const form = useRuleForm('tier', tierForm, { initial })
    const { features, screens, translations } = form.watched()
    values = form.current
    return <FeatureAdder form={form} features={features} screens={screens} translations={translations} />
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

  // A feature needs words of its own.
  await userEvent.clear(screen.getByRole('textbox', { name: 'Feature 1' }))
  await userEvent.tab()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Feature 2' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Feature 2' }), 'Meetings')
  await userEvent.tab()
  expect(values()).toMatchObject(reworded)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Feature 2' }).value).toBe('A dinner')
})
