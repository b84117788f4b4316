import { use } from 'react'
import { useConfig } from './config'
import { type DateWords, date, dateAndTime, englishDates, timeOfDay, weekday } from './formats'
import { DisplayContext, type Language } from './texts'

/** The path prefix of a language, such as "/hi"; "/" for English. */
export function basenameOf(language: Language): string {
  return language === 'en' ? '/' : `/${language}`
}

/** The address of a page in a language. `path` is its address in English. */
export function addressIn(language: Language, path: string): string {
  if (language === 'en') return path
  return path === '/' ? basenameOf(language) : basenameOf(language) + path
}

/** The language that the visitor has chosen, or undefined. A script of the page stores it (index.html). */
export function chosenLanguage(): string | undefined {
  return /(?:^|; )lang=([a-z]+)/.exec(document.cookie)?.[1]
}

type Times = { startsAt: string; endsAt: string }

type Dates = {
  /** Formats a date in India's time zone: "16 Sep 2026". */
  date: (time: string) => string
  /** Formats a date and a time in India's time zone: "16 Sep 2026, 14:02". */
  dateAndTime: (time: string) => string
  /** Formats the time of a session in India's time zone: "Thursday, 27 Aug 2026, 18:30 to 20:00 IST". */
  sessionTime: (times: Times) => string
}

/** Formats dates in the language of the page. */
export function useDates(): Dates {
  const { language } = use(DisplayContext)
  const words = useConfig()?.languages?.find(({ code }) => code === language) ?? englishDates
  return {
    date: (time) => date(time, words),
    dateAndTime: (time) => dateAndTime(time, words),
    sessionTime: (times) => sessionTime(times, words),
  }
}

/** Formats the time of a session in India's time zone. */
export function sessionTime({ startsAt, endsAt }: Times, words: DateWords = englishDates): string {
  return words.session
    .replace('{weekday}', weekday(startsAt, words))
    .replace('{date}', date(startsAt, words))
    .replace('{start}', timeOfDay(startsAt))
    .replace('{end}', timeOfDay(endsAt))
}
