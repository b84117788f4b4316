import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { TabLine, tabLook } from '@/ui/link-tabs'
import type { EmailTextDetail, EmailTextSummary } from './api'

/** Reports whether a text is the English one of its email. */
export const isEnglish = ({ language }: { language: string }) => language === 'English'

const pathOf = ({ id }: EmailTextSummary) => href(consolePaths.emailText, { id })

/** The texts of an email: a choice of the case that the email is for, and a tab for each language of that text. */
export function EmailTextTabs({ text }: { text: EmailTextDetail }) {
  const { texts } = text
  if (texts.length < 2) return null
  const languages = texts.filter(({ variant }) => variant === text.variant)
  return (
    <>
      <Cases text={text} />
      {languages.length > 1 && (
        <nav aria-label="Languages">
          <TabLine at={text.id}>
            {languages.map((other) => (
              <li key={other.id}>
                <Link
                  to={pathOf(other)}
                  aria-current={other.id === text.id ? 'page' : undefined}
                  className={tabLook(other.id === text.id)}
                >
                  {withMarks(other.language, [other])}
                </Link>
              </li>
            ))}
          </TabLine>
        </nav>
      )}
    </>
  )
}

/** Chooses another case of the email, in the same language if it has a translation. */
function Cases({ text }: { text: EmailTextDetail }) {
  const id = useId()
  const navigate = useNavigate()
  const cases = [...new Set(text.texts.map(({ variant }) => variant))]
  if (cases.length < 2) return null
  const textsOf = (variant: string) => text.texts.filter((other) => other.variant === variant)
  const open = (variant: string) => {
    const texts = textsOf(variant)
    const next = texts.find(({ language }) => language === text.language) ?? texts[0]
    if (next) navigate(pathOf(next))
  }
  return (
    <div className="mb-4 flex max-w-96 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        Text for the case
      </label>
      <select id={id} className="select w-full" value={text.variant} onChange={({ target }) => open(target.value)}>
        {cases.map((variant) => (
          <option key={variant} value={variant}>
            {withMarks(variant, textsOf(variant))}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Adds the marks of some texts to a label: "Hindi (out of date)". */
function withMarks(label: string, texts: readonly EmailTextSummary[]): string {
  const marks = [
    texts.some(({ isChanged }) => isChanged) && 'changed',
    texts.some(({ hasDraft }) => hasDraft) && 'draft',
    texts.some(({ isOutdated }) => isOutdated) && 'out of date',
  ].filter(Boolean)
  return marks.length > 0 ? `${label} (${marks.join(', ')})` : label
}
