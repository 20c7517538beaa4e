import type { PageSettings } from '@yupana/contract'

const DEFAULTS: PageSettings = {
  producto: 'Yupana',
  logo: null,
  segmento: 'app',
  codec: { id: '', key: '' },
  modo: 'prueba',
  sentryDsn: null,
  analiticaUrl: null,
  consultaPadron: false,
}

function readSettings(): PageSettings {
  // While the page is built there is no document: the server later replaces the mark with the name.
  if (typeof document === 'undefined') return { ...DEFAULTS, producto: '__PRODUCTO__' }
  const block = document.getElementById('ajustes')?.textContent
  try {
    return { ...DEFAULTS, ...(JSON.parse(block ?? '{}') as Partial<PageSettings>) }
  } catch {
    return DEFAULTS
  }
}

/** Settings of this installation, written by the server into the page. */
export const settings: PageSettings = readSettings()

/** Nonce of this page for the library's `<style>` elements; empty where no policy is served. */
export const styleNonce = (): string =>
  typeof document === 'undefined' ? '__NONCE__' : (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')
