// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { tierForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { FeatureAdder } from './feature-adder'
import type { TierValues } from './tier-preview'

it('chooses the screen that each feature leads to', async () => {
  let values: () => TierValues = () => expect.fail('not rendered')
  function Fields() {
    const form = useRuleForm('tier', tierForm, {
      initial: { features: ['A dinner', 'Meetings'], screens: [{ feature: 'Meetings', screen: 'sessions' }] },
    })
    const { features, screens } = form.watched()
    values = form.current
    return <FeatureAdder form={form} features={features} screens={screens} />
  }
  render(<Fields />)
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
