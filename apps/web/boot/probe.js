/* global window, document */
// Inlined ES5 (O-94): decides whether this browser can run the bundle. Either it is loaded, or the notice is shown.
;(function (global) {
  // Oldest versions of specification §9. The order matters: most browsers also call themselves Chrome or Safari.
  var MINIMUM = [
    [/MSIE |Trident\//, Infinity],
    [/SamsungBrowser\/(\d+(?:\.\d+)?)/, 11],
    [/(?:OPR|Opera)\/(\d+(?:\.\d+)?)/, 51],
    [/(?:Edg|Edge|EdgA)\/(\d+(?:\.\d+)?)/, 79],
    [/Firefox\/(\d+(?:\.\d+)?)/, 67],
    [/(?:Chrome|Chromium)\/(\d+(?:\.\d+)?)/, 64],
    [/Version\/(\d+(?:\.\d+)?)(?:\.\d+)* (?:Mobile\/\S+ )?Safari/, 11.1],
  ]

  function isOldVersion(userAgent) {
    for (var i = 0; i < MINIMUM.length; i++) {
      var found = MINIMUM[i][0].exec(userAgent)
      if (found) return !(parseFloat(found[1]) >= MINIMUM[i][1])
    }
    return false
  }

  // What the built CSS (:where, @layer) and JS (modules, the ES2022 library) need.
  function isCapable() {
    return (
      'noModule' in document.createElement('script') &&
      !!(global.CSS && global.CSS.supports && global.CSS.supports('selector(:where(a))')) &&
      typeof global.CSSLayerBlockRule === 'function' &&
      typeof global.Promise === 'function' &&
      typeof global.structuredClone === 'function' &&
      typeof Object.hasOwn === 'function' &&
      typeof Array.prototype.at === 'function'
    )
  }

  function showNotice() {
    var notice = document.getElementById('navegador-aviso')
    notice.setAttribute('role', 'alert')
    notice.innerHTML =
      '<h1>Su navegador necesita una actualización</h1>' +
      '<p>Le recomendamos usar una versión actualizada de Chrome, Firefox, Safari o Edge.</p>' +
      '<p>Al actualizarlo obtendrá mejor rendimiento y seguridad.</p>'
    document.documentElement.className += ' navegador-visible'
  }

  function loadBundle() {
    var entry = document.getElementById('entrada')
    if (!entry) return // the development server loads the entry by itself
    var script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = 'anonymous'
    script.src = entry.getAttribute('data-src')
    document.head.appendChild(script)
  }

  if (isOldVersion(global.navigator.userAgent) || !isCapable()) showNotice()
  else loadBundle()
})(window)
