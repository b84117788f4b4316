import type { CSSProperties } from 'react'

/** A sitter: hair, clothes and colours from the theme's palette. */
export type Sitter = {
  hair: keyof typeof hairStyles
  dress: keyof typeof dresses
  skin: 'a' | 'b' | 'c'
  cloth: Colour
  trim: Colour
  ground: Colour
  silver?: boolean
}

type Colour = 'plum' | 'clay' | 'teal' | 'gold' | 'sand' | 'rose'

const sitters: Sitter[] = [
  { hair: 'bun', dress: 'sari', skin: 'b', cloth: 'plum', trim: 'gold', ground: 'sand', silver: true },
  { hair: 'long', dress: 'jacket', skin: 'a', cloth: 'teal', trim: 'sand', ground: 'gold' },
  { hair: 'bob', dress: 'stole', skin: 'c', cloth: 'clay', trim: 'sand', ground: 'plum' },
  { hair: 'bun', dress: 'jacket', skin: 'a', cloth: 'plum', trim: 'sand', ground: 'rose' },
  { hair: 'short', dress: 'sari', skin: 'c', cloth: 'teal', trim: 'gold', ground: 'sand', silver: true },
  { hair: 'long', dress: 'stole', skin: 'b', cloth: 'sand', trim: 'clay', ground: 'teal' },
  { hair: 'plait', dress: 'sari', skin: 'a', cloth: 'clay', trim: 'gold', ground: 'sand' },
  { hair: 'bob', dress: 'jacket', skin: 'b', cloth: 'plum', trim: 'rose', ground: 'gold' },
  { hair: 'short', dress: 'stole', skin: 'b', cloth: 'gold', trim: 'plum', ground: 'clay' },
]

/** Returns the sitter at an index. There are nine; they repeat. */
export function sitterAt(index: number): Sitter {
  return sitters[index % sitters.length] as Sitter
}

const hairStyles = {
  bun: {
    behind: 'M50 6a10 10 0 0 1 9 14.500H41A10 10 0 0 1 50 6Z',
    front: 'M33 46c-3-19 6-28 17-28s20 9 17 28c-2-10-7-16-17-18-10 2-15 8-17 18Z',
  },
  long: {
    behind: 'M27 84c-2-14 1-28 2-42 1-16 9-25 21-25s20 9 21 25c1 14 4 28 2 42-8 5-38 5-46 0Z',
    front: 'M33 47c-3-20 6-29 18-29s19 9 16 29c-2-8-3-13-6-16-9 0-18-1-21-4-4 6-6 11-7 20Z',
  },
  bob: {
    behind: 'M29 62c-3-28 4-45 21-45s24 17 21 45c-1 5-9 6-12 3H41c-3 3-11 2-12-3Z',
    front: 'M32 50c-3-22 5-32 18-32s21 10 18 32c-2-9-3-14-5-18-10 0-20-2-25-7-3 7-5 14-6 25Z',
  },
  short: {
    behind: 'M32 46c-4-20 5-30 18-30s22 10 18 30l-3 7H35Z',
    front: 'M33 44c-3-18 6-27 18-27 11 0 19 8 16 27-2-9-6-13-11-15-7 3-15 2-19-1-2 4-3 9-4 16Z',
  },
  plait: {
    behind: 'M31 48c-4-20 6-31 19-31s23 11 19 31c6 8 7 17 4 25-2 6-1 11-3 17-5 2-8-1-8-5 2-8 0-16-2-23H35Z',
    front: 'M33 46c-3-19 6-28 17-28s20 9 17 28c-2-10-7-16-17-18-10 2-15 8-17 18Z',
  },
}

const dresses = {
  sari: 'M23 77c14 2 30 11 43 40H46C38 98 27 86 14 85c3-3 6-6 9-8Z',
  jacket: 'M42 70l8 11 8-11 5 2-9 46h-8l-9-46Z',
  stole: 'M31 73c6 9 12 14 19 14s13-5 19-14l8 3c-5 13-15 22-27 22s-22-9-27-22Z',
}

/** A drawn portrait of a person without a recognisable face. */
export function Portrait({ sitter, className }: { sitter: Sitter; className?: string }) {
  return (
    <svg viewBox="0 0 100 100" className={className} aria-hidden="true">
      <Likeness sitter={sitter} />
    </svg>
  )
}

/**
 * The drawing, in a 100×100 square. An image with several portraits defines their common shapes once, as a Bearing, and
 * passes its id.
 */
export function Likeness({ sitter, bearing }: { sitter: Sitter; bearing?: string }) {
  const hair = hairStyles[sitter.hair]
  return (
    <g style={coloursOf(sitter)} clipPath="circle(49px at 50px 50px)">
      <circle cx="50" cy="50" r="49" fill="var(--ground)" />
      <g transform="translate(4.5 -1) scale(.91)">
        <path d={hair.behind} fill="var(--hair)" />
        {bearing ? <use href={`#${bearing}-body`} /> : <Body />}
        <path d={dresses[sitter.dress]} fill="var(--trim)" />
        {bearing ? <use href={`#${bearing}-face`} /> : <Face />}
        <path d={hair.front} fill="var(--hair)" />
        {bearing ? <use href={`#${bearing}-jewels`} /> : <Jewels />}
      </g>
    </g>
  )
}

/** The shapes that all portraits share, for the definitions of an SVG. */
export function Bearing({ id }: { id: string }) {
  return (
    <>
      <g id={`${id}-body`}>
        <Body />
      </g>
      <g id={`${id}-face`}>
        <Face />
      </g>
      <g id={`${id}-jewels`}>
        <Jewels />
      </g>
    </>
  )
}

function Body() {
  return (
    <>
      <path d="M8 118V104c0-20 16-30 33-33 4-1 4-4 4-10h10c0 6 0 9 4 10 17 3 33 13 33 33v14Z" fill="var(--skin)" />
      <path d="M8 118V104c0-19 14-29 30-32 3 7 7 10 12 10s9-3 12-10c16 3 30 13 30 32v14Z" fill="var(--cloth)" />
    </>
  )
}

function Face() {
  return (
    <>
      <path d="M44 58h12v7c-4 4-8 5-12 2Z" fill="#000" opacity=".16" />
      <ellipse cx="50" cy="43" rx="15.5" ry="19" fill="var(--skin)" />
      <path d="M50 24c10 0 15.5 8 15.5 19S60 62 50 62Z" fill="#000" opacity=".09" />
    </>
  )
}

function Jewels() {
  return (
    <>
      <circle cx="50" cy="36" r="1.2" fill="var(--art-clay)" />
      <circle cx="34" cy="51" r="1.7" fill="var(--art-gold)" />
      <circle cx="66" cy="51" r="1.7" fill="var(--art-gold)" />
    </>
  )
}

function coloursOf({ skin, cloth, trim, ground, silver }: Sitter): CSSProperties {
  return {
    '--skin': `var(--art-skin-${skin})`,
    '--cloth': `var(--art-${cloth})`,
    '--trim': `var(--art-${trim})`,
    '--ground': `var(--art-${ground})`,
    '--hair': silver ? 'var(--art-silver)' : 'var(--art-hair)',
  } as CSSProperties
}
