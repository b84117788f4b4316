// Money is formatted without Intl: the server's JavaScript engine has none, and both must render the same text. A test
// compares the result with Intl.

/** The words for dates in a language. The configuration of the site has them for each of its languages. */
export type DateWords = {
  months: readonly string[]
  /** Sunday first. */
  weekdays: readonly string[]
  /** The pattern of the time of a session. */
  session: string
}

export const englishDates: DateWords = {
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  session: '{weekday}, {date}, {start} to {end} IST',
}

/** "25000" → "₹25,000": Indian grouping, no decimals. */
export function rupees(amount: string | number): string {
  return price(amount, 'INR')
}

/** A price without decimals, with the sign of the rupee for INR, else of the dollar. */
export function price(amount: string | number, currency: string): string {
  const { minus, whole, fraction } = parts(amount)
  const rounded = fraction >= '50' ? String(Number(whole) + 1) : whole
  return minus + signed(rounded, currency)
}

/** A price with paise only if it has any: "₹1,178.82", but "₹25,000". */
export function exactPrice(amount: string | number, currency: string): string {
  const { minus, whole, fraction } = parts(amount)
  return minus + signed(whole, currency) + (fraction === '00' ? '' : `.${fraction}`)
}

function parts(amount: string | number): { minus: string; whole: string; fraction: string } {
  const text = typeof amount === 'number' ? amount.toFixed(2) : amount
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.')
  return {
    minus: text.startsWith('-') ? '-' : '',
    whole: whole.replace(/^0+(?=\d)/, ''),
    fraction: `${fraction}00`.slice(0, 2),
  }
}

function signed(whole: string, currency: string): string {
  return currency === 'INR' ? `₹${grouped(whole, 2)}` : `$${grouped(whole, 3)}`
}

// The last group has three digits; the groups before it have two in India and three elsewhere.
function grouped(whole: string, size: 2 | 3): string {
  const head = whole.slice(0, -3)
  const groups = head.replace(size === 2 ? /\B(?=(\d{2})+$)/g : /\B(?=(\d{3})+$)/g, ',')
  return head ? `${groups},${whole.slice(-3)}` : whole
}

/** A date in India's time zone: "16 Sep 2026", as the server writes it in emails and documents. */
export function date(time: string | Date, words = englishDates): string {
  const at = indian(time)
  return `${at.getUTCDate()} ${words.months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** The day of the week in India's time zone. */
export function weekday(time: string | Date, words = englishDates): string {
  return words.weekdays[indian(time).getUTCDay()] ?? ''
}

/** A date in India's time zone for a date input: "2026-09-16", or "" for "". */
export function inputDay(time: string | Date): string {
  return time === '' ? '' : indian(time).toISOString().slice(0, 10)
}

/** The number of calendar days in India from one time to another. */
export function daysBetween(from: string | Date, until: string | Date): number {
  return Math.round((Date.parse(inputDay(until)) - Date.parse(inputDay(from))) / day)
}

const day = 24 * 60 * 60 * 1000

let monthFormat: Intl.DateTimeFormat | undefined

/** Names a month: "2026-08" → "August 2026". In the browser only. */
export function monthName(month: string): string {
  monthFormat ??= new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return monthFormat.format(new Date(month))
}

/** The time of day in India's time zone: "14:02". */
export function timeOfDay(time: string | Date): string {
  return indian(time).toISOString().slice(11, 16)
}

// The same moment with India's clock in its UTC fields. India is 5½ hours ahead of UTC all year.
function indian(time: string | Date): Date {
  return new Date(new Date(time).getTime() + 5.5 * 60 * 60 * 1000)
}

/** Date and time in India's time zone: "16 Sep 2026, 14:02". */
export function dateAndTime(time: string | Date, words = englishDates): string {
  return `${date(time, words)}, ${timeOfDay(time)}`
}

/** A count in Indian grouping. In the browser only. */
export function count(number: number): string
export function count(number: number | undefined): string | undefined
export function count(number: number | undefined): string | undefined {
  return number?.toLocaleString('en-IN')
}

/** "1 nomination", "1,20,000 nominations". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

const sizeUnits = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A file size: 1536 → "1.5 kB". */
export function fileSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < sizeUnits.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${sizeUnits[unit]}`
}
