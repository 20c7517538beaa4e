/** A path whose last part is a token that grants access. */
const WITH_TOKEN = /^\/(restablecer|invite|impersonate)\/.*/
/** A part of a route that is a word of the application, not the key of a record. */
const WORD = /^[a-z][a-z_-]{0,40}$/

/** The route of an address, without the keys of records and without tokens (O-17): «/persona/_». */
export const maskPath = (pathname: string): string =>
  WITH_TOKEN.test(pathname)
    ? pathname.replace(WITH_TOKEN, '/$1/_')
    : pathname
        .split('/')
        .map((part) => (part === '' || WORD.test(part) ? part : '_'))
        .join('/')

const MAIL = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g
/** Identifiers, access keys, RUC and tokens: long, with digits. */
const KEY = /(?=[\w-]*\d[\w-]*\d)[\w-]{20,}|\d{6,}/g
const TOKEN_PATH = /(\/(?:restablecer|invite|impersonate)\/)[^\s/"']+/g

/** Masks a text for the error service: no identifier, mail, RUC or token leaves. */
export const maskText = (text: string): string => text.replace(TOKEN_PATH, '$1_').replace(MAIL, '_').replace(KEY, '_')
