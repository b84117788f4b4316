// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { nominationForm } from '@/lib/generated'
import { nominationLabels } from '@/lib/option-labels'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import type { NominationAnswers } from './api'
import { Answers } from './console/answers'
import type { ReviewedNomination } from './console/api'
import { SentAnswers } from './sent-answers'

const questions = nominationForm.filter(({ kind }) => kind !== 'consent')

/** An answer to each question, and the text that shows it. */
const samples = questions.map(({ name, kind, options }) => {
  const [option] = options
  const labels: Readonly<Record<string, string>> = name in nominationLabels ? nominationLabels[name as 'industry'] : {}
  const value = option ?? (name === 'linkedinUrl' ? 'https://www.linkedin.com/in/asha' : `the ${name}`)
  return { name, value: kind === 'choices' ? [value] : value, shown: labels[value] ?? value }
})

const answers = Object.fromEntries(samples.map(({ name, value }) => [name, value])) as unknown as NominationAnswers

afterEach(cleanup)

/** The questions whose answers are not shown. */
function missing(shown: ReactElement) {
  const { textContent } = render(shown).container
  return samples.filter((sample) => !textContent?.includes(sample.shown)).map(({ name }) => name)
}

describe('the answers of a nomination', () => {
  it('are all shown to the applicant', () => {
    expect(
      missing(
        <WithTexts pages={[builtInTexts('nomination'), builtInTexts('own-nomination'), builtInTexts('site')]}>
          <SentAnswers answers={answers} />
        </WithTexts>,
      ),
    ).toEqual([])
  })

  it('are all shown to admins, except the name, which is the heading of the page', () => {
    expect(missing(<Answers nomination={answers as ReviewedNomination} />)).toEqual(['name'])
  })
})
