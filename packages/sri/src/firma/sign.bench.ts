// `npx vitest bench --project sri`: signing compared with the bare RSA operation.
import { sign } from 'node:crypto'

import { bench, describe } from 'vitest'

import { parseXml } from '../xml/parse-xml.ts'
import { AT, buildFirmante } from './fixtures/fixtures.ts'
import { signXml } from './sign.ts'
import { verifyOwnBytes } from './verify-own.ts'
import { verifyXml } from './verify.ts'

const linea = (n: number) =>
  `<detalle><codigoPrincipal>PROD-00${String(n)}</codigoPrincipal><descripcion>Artículo de prueba número ${String(n)} &amp; accesorios</descripcion><cantidad>2.000000</cantidad>` +
  '<precioUnitario>12.500000</precioUnitario><descuento>0.00</descuento><precioTotalSinImpuesto>25.00</precioTotalSinImpuesto><impuestos><impuesto><codigo>2</codigo>' +
  '<codigoPorcentaje>4</codigoPorcentaje><tarifa>15</tarifa><baseImponible>25.00</baseImponible><valor>3.75</valor></impuesto></impuestos></detalle>'
const factura =
  '<?xml version="1.0" encoding="UTF-8"?><factura id="comprobante" version="1.1.0"><infoTributaria><razonSocial>EMPRESA FICTICIA &amp; ASOCIADOS S.A.S. Ñandú</razonSocial>' +
  `</infoTributaria><detalles>${Array.from({ length: 10 }, (_, n) => linea(n)).join('')}</detalles></factura>`

const firmante = buildFirmante()
const signed = signXml(firmante, factura, AT)
const bytes = Buffer.from(signed)
const signedInfo = Buffer.alloc(1200, 'x')

describe('a factura of ten lines', () => {
  bench('RSA-2048 alone', () => void sign('RSA-SHA1', signedInfo, firmante.privateKey))
  bench('signXml', () => void signXml(firmante, factura, AT))
  bench('verifyOwnBytes', () => void verifyOwnBytes(bytes, firmante.certificado))
  bench('verifyXml', () => void verifyXml(signed))
  bench('parseXml', () => void parseXml(signed))
})
