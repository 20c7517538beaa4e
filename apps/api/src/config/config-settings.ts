import type { Environment } from './config.ts'

/** Reads single settings by name and collects a Spanish line for each wrong one; blank counts as absent. */
export function createSettings(env: Environment) {
  const problems: string[] = []
  const problem = (line: string) => void problems.push(line)
  const text = (name: string) => env[name]?.trim() || undefined

  return {
    problems,
    problem,
    text,

    oneOf<const T extends string>(name: string, values: readonly [T, ...T[]], fallback: NoInfer<T>): T {
      const value = text(name)
      if (value === undefined) return fallback
      const found = values.find((candidate) => candidate === value)
      if (found === undefined) problem(`${name} debe ser ${values.join(' o ')}; se recibió «${value}».`)
      return found ?? fallback
    },

    port(name: string, fallback: number): number {
      const value = text(name) ?? String(fallback)
      if (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535) return Number(value)
      problem(`${name} debe ser un puerto entre 1 y 65535; se recibió «${value}».`)
      return fallback
    },

    count(name: string, fallback: number): number {
      const value = text(name) ?? String(fallback)
      if (/^\d{1,7}$/.test(value)) return Number(value)
      problem(`${name} debe ser un número entero; se recibió «${value}».`)
      return fallback
    },

    matching(name: string, pattern: RegExp, meaning: string): string | undefined {
      const value = text(name)
      if (value !== undefined && !pattern.test(value)) problem(`${name} debe ser ${meaning}; se recibió «${value}».`)
      return value
    },

    // A problem never repeats the value: an address may have a password.
    url(name: string, protocols: readonly string[]): string | undefined {
      const value = text(name)
      if (value === undefined) return undefined
      const protocol = /^[a-z][a-z0-9+]*:(?=\/\/.)/i.exec(value)?.[0].toLowerCase()
      if (protocol === undefined || !protocols.includes(protocol) || !URL.canParse(value))
        problem(`${name} no es una dirección válida: debe empezar con ${protocols.map((p) => `${p}//`).join(' o ')}.`)
      return value
    },
  }
}
