import type { ComponentType } from 'react'

/** An entry of a menu: a route, an outside address, an action, or a group of entries. */
export interface MenuItem {
  label: string
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** A route of the application. */
  to?: string
  /** An outside address, opened in another tab. */
  href?: string
  onPick?: () => void
  items?: readonly MenuItem[]
  /** Shown, but without effect. */
  disabled?: boolean
  hidden?: boolean
  badge?: string | number
}

const targetsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ to, items: inner = [] }) => [...(to === undefined ? [] : [to]), ...targetsOf(inner)])

const REGISTRO = /\/registro$/

const covers = (to: string, pathname: string) => {
  const base = to.replace(REGISTRO, '')
  return pathname === to || (base !== '/' && pathname.startsWith(`${base}/`))
}

/** The entry of the open screen or record: the closest one. */
export const currentTarget = (items: readonly MenuItem[], pathname: string): string | undefined =>
  targetsOf(items)
    .filter((to) => covers(to, pathname))
    .sort((a, b) => b.length - a.length)[0]

export const holds = (item: MenuItem, target: string | undefined): boolean => target !== undefined && targetsOf([item]).includes(target)
