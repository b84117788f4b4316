// Money is written by hand: the server's engine, which renders these modules too, has no Intl, and
// both must write the same. A test holds it against Intl.

// Made at the first use, in the browser only.
let dateFormat: Intl.DateTimeFormat | undefined
let timeFormat: Intl.DateTimeFormat | undefined

/** "25000" → "₹25,000": Indian grouping, no decimals. */
export function rupees(amount: string | number): string {
  return price(amount, 'INR')
}

/** A price without decimals, with its sign: the rupee's for INR, else the dollar's. */
export function price(amount: string | number, currency: string): string {
  const { minus, whole, fraction } = parts(amount)
  const rounded = fraction >= '50' ? String(Number(whole) + 1) : whole
  return minus + signed(rounded, currency)
}

/** A price to the paisa, where it has any: "₹1,178.82", and "₹25,000". */
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

// The last group has three digits, those before it two in India and three elsewhere.
function grouped(whole: string, size: 2 | 3): string {
  const head = whole.slice(0, -3)
  const groups = head.replace(size === 2 ? /\B(?=(\d{2})+$)/g : /\B(?=(\d{3})+$)/g, ',')
  return head ? `${groups},${whole.slice(-3)}` : whole
}

/** A day as India writes it, in India's time: "16 Sept 2026". */
export function date(time: string | Date): string {
  dateFormat ??= new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
  return dateFormat.format(new Date(time))
}

/** The time of day in India, "14:02". */
export function timeOfDay(time: string | Date): string {
  timeFormat ??= new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Kolkata' })
  return timeFormat.format(new Date(time))
}

/** A day with the time of day, in India: "16 Sept 2026, 14:02". */
export function dateAndTime(time: string | Date): string {
  return `${date(time)}, ${timeOfDay(time)}`
}

/** A number of people or things, in Indian grouping. In the browser only. */
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

/** A file's size for people: 1536 → "1.5 kB". */
export function fileSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < sizeUnits.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${sizeUnits[unit]}`
}
