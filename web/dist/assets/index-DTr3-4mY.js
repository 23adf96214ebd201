const wr=(function(){const e=typeof document<"u"&&document.createElement("link").relList;return e&&e.supports&&e.supports("modulepreload")?"modulepreload":"preload"})(),Dr=function(n,e){return new URL(n,e).href},qa={},gt=function(e,t,a){let o=Promise.resolve();if(t&&t.length>0){let s=function(h){return Promise.all(h.map(u=>Promise.resolve(u).then(f=>({status:"fulfilled",value:f}),f=>({status:"rejected",reason:f}))))};const l=document.getElementsByTagName("link"),d=document.querySelector("meta[property=csp-nonce]"),c=d?.nonce||d?.getAttribute("nonce");o=s(t.map(h=>{if(h=Dr(h,a),h in qa)return;qa[h]=!0;const u=h.endsWith(".css"),f=u?'[rel="stylesheet"]':"";if(!!a)for(let k=l.length-1;k>=0;k--){const C=l[k];if(C.href===h&&(!u||C.rel==="stylesheet"))return}else if(document.querySelector(`link[href="${h}"]${f}`))return;const v=document.createElement("link");if(v.rel=u?"stylesheet":wr,u||(v.as="script"),v.crossOrigin="",v.href=h,c&&v.setAttribute("nonce",c),document.head.appendChild(v),u)return new Promise((k,C)=>{v.addEventListener("load",k),v.addEventListener("error",()=>C(new Error(`Unable to preload CSS for ${h}`)))})}))}function r(s){const l=new Event("vite:preloadError",{cancelable:!0});if(l.payload=s,window.dispatchEvent(l),!l.defaultPrevented)throw s}return o.then(s=>{for(const l of s||[])l.status==="rejected"&&r(l.reason);return e().catch(r)})};var Ct,$,Qi,qi,Rn,Ya,Yi,Xi,no,wa,Jt,Ut,Ve={},eo=[],Br=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,kt=Array.isArray;function Vn(n,e){for(var t in e)n[t]=e[t];return n}function Da(n){n&&n.parentNode&&n.parentNode.removeChild(n)}function Gr(n,e,t){var a,o,r,s={};for(r in e)r=="key"?a=e[r]:r=="ref"?o=e[r]:s[r]=e[r];if(arguments.length>2&&(s.children=arguments.length>3?Ct.call(arguments,2):t),typeof n=="function"&&n.defaultProps!=null)for(r in n.defaultProps)s[r]===void 0&&(s[r]=n.defaultProps[r]);return Ke(n,s,a,o,null)}function Ke(n,e,t,a,o){var r={type:n,props:e,key:t,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:o??++Qi,__i:-1,__u:0};return o==null&&$.vnode!=null&&$.vnode(r),r}function Z(n){return n.children}function ee(n,e){this.props=n,this.context=e}function ie(n,e){if(e==null)return n.__?ie(n.__,n.__i+1):null;for(var t;e<n.__k.length;e++)if((t=n.__k[e])!=null&&t.__e!=null)return t.__e;return typeof n.type=="function"?ie(n):null}function to(n){var e,t;if((n=n.__)!=null&&n.__c!=null){for(n.__e=n.__c.base=null,e=0;e<n.__k.length;e++)if((t=n.__k[e])!=null&&t.__e!=null){n.__e=n.__c.base=t.__e;break}return to(n)}}function Xa(n){(!n.__d&&(n.__d=!0)&&Rn.push(n)&&!et.__r++||Ya!=$.debounceRendering)&&((Ya=$.debounceRendering)||Yi)(et)}function et(){for(var n,e,t,a,o,r,s,l=1;Rn.length;)Rn.length>l&&Rn.sort(Xi),n=Rn.shift(),l=Rn.length,n.__d&&(t=void 0,a=void 0,o=(a=(e=n).__v).__e,r=[],s=[],e.__P&&((t=Vn({},a)).__v=a.__v+1,$.vnode&&$.vnode(t),Ba(e.__P,t,a,e.__n,e.__P.namespaceURI,32&a.__u?[o]:null,r,o??ie(a),!!(32&a.__u),s),t.__v=a.__v,t.__.__k[t.__i]=t,oo(r,t,s),a.__e=a.__=null,t.__e!=o&&to(t)));et.__r=0}function ao(n,e,t,a,o,r,s,l,d,c,h){var u,f,b,v,k,C,g,y=a&&a.__k||eo,G=e.length;for(d=_r(t,e,y,d,G),u=0;u<G;u++)(b=t.__k[u])!=null&&(f=b.__i==-1?Ve:y[b.__i]||Ve,b.__i=u,C=Ba(n,b,f,o,r,s,l,d,c,h),v=b.__e,b.ref&&f.ref!=b.ref&&(f.ref&&Ga(f.ref,null,b),h.push(b.ref,b.__c||v,b)),k==null&&v!=null&&(k=v),(g=!!(4&b.__u))||f.__k===b.__k?d=io(b,d,n,g):typeof b.type=="function"&&C!==void 0?d=C:v&&(d=v.nextSibling),b.__u&=-7);return t.__e=k,d}function _r(n,e,t,a,o){var r,s,l,d,c,h=t.length,u=h,f=0;for(n.__k=new Array(o),r=0;r<o;r++)(s=e[r])!=null&&typeof s!="boolean"&&typeof s!="function"?(d=r+f,(s=n.__k[r]=typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?Ke(null,s,null,null,null):kt(s)?Ke(Z,{children:s},null,null,null):s.constructor==null&&s.__b>0?Ke(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):s).__=n,s.__b=n.__b+1,l=null,(c=s.__i=Sr(s,t,d,u))!=-1&&(u--,(l=t[c])&&(l.__u|=2)),l==null||l.__v==null?(c==-1&&(o>h?f--:o<h&&f++),typeof s.type!="function"&&(s.__u|=4)):c!=d&&(c==d-1?f--:c==d+1?f++:(c>d?f--:f++,s.__u|=4))):n.__k[r]=null;if(u)for(r=0;r<h;r++)(l=t[r])!=null&&(2&l.__u)==0&&(l.__e==a&&(a=ie(l)),so(l,l));return a}function io(n,e,t,a){var o,r;if(typeof n.type=="function"){for(o=n.__k,r=0;o&&r<o.length;r++)o[r]&&(o[r].__=n,e=io(o[r],e,t,a));return e}n.__e!=e&&(a&&(e&&n.type&&!e.parentNode&&(e=ie(n)),t.insertBefore(n.__e,e||null)),e=n.__e);do e=e&&e.nextSibling;while(e!=null&&e.nodeType==8);return e}function Sr(n,e,t,a){var o,r,s,l=n.key,d=n.type,c=e[t],h=c!=null&&(2&c.__u)==0;if(c===null&&n.key==null||h&&l==c.key&&d==c.type)return t;if(a>(h?1:0)){for(o=t-1,r=t+1;o>=0||r<e.length;)if((c=e[s=o>=0?o--:r++])!=null&&(2&c.__u)==0&&l==c.key&&d==c.type)return s}return-1}function ni(n,e,t){e[0]=="-"?n.setProperty(e,t??""):n[e]=t==null?"":typeof t!="number"||Br.test(e)?t:t+"px"}function $e(n,e,t,a,o){var r,s;n:if(e=="style")if(typeof t=="string")n.style.cssText=t;else{if(typeof a=="string"&&(n.style.cssText=a=""),a)for(e in a)t&&e in t||ni(n.style,e,"");if(t)for(e in t)a&&t[e]==a[e]||ni(n.style,e,t[e])}else if(e[0]=="o"&&e[1]=="n")r=e!=(e=e.replace(no,"$1")),s=e.toLowerCase(),e=s in n||e=="onFocusOut"||e=="onFocusIn"?s.slice(2):e.slice(2),n.l||(n.l={}),n.l[e+r]=t,t?a?t.u=a.u:(t.u=wa,n.addEventListener(e,r?Ut:Jt,r)):n.removeEventListener(e,r?Ut:Jt,r);else{if(o=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in n)try{n[e]=t??"";break n}catch{}typeof t=="function"||(t==null||t===!1&&e[4]!="-"?n.removeAttribute(e):n.setAttribute(e,e=="popover"&&t==1?"":t))}}function ei(n){return function(e){if(this.l){var t=this.l[e.type+n];if(e.t==null)e.t=wa++;else if(e.t<t.u)return;return t($.event?$.event(e):e)}}}function Ba(n,e,t,a,o,r,s,l,d,c){var h,u,f,b,v,k,C,g,y,G,A,m,D,S,x,W,rn,_=e.type;if(e.constructor!=null)return null;128&t.__u&&(d=!!(32&t.__u),r=[l=e.__e=t.__e]),(h=$.__b)&&h(e);n:if(typeof _=="function")try{if(g=e.props,y="prototype"in _&&_.prototype.render,G=(h=_.contextType)&&a[h.__c],A=h?G?G.props.value:h.__:a,t.__c?C=(u=e.__c=t.__c).__=u.__E:(y?e.__c=u=new _(g,A):(e.__c=u=new ee(g,A),u.constructor=_,u.render=Er),G&&G.sub(u),u.props=g,u.state||(u.state={}),u.context=A,u.__n=a,f=u.__d=!0,u.__h=[],u._sb=[]),y&&u.__s==null&&(u.__s=u.state),y&&_.getDerivedStateFromProps!=null&&(u.__s==u.state&&(u.__s=Vn({},u.__s)),Vn(u.__s,_.getDerivedStateFromProps(g,u.__s))),b=u.props,v=u.state,u.__v=e,f)y&&_.getDerivedStateFromProps==null&&u.componentWillMount!=null&&u.componentWillMount(),y&&u.componentDidMount!=null&&u.__h.push(u.componentDidMount);else{if(y&&_.getDerivedStateFromProps==null&&g!==b&&u.componentWillReceiveProps!=null&&u.componentWillReceiveProps(g,A),!u.__e&&u.shouldComponentUpdate!=null&&u.shouldComponentUpdate(g,u.__s,A)===!1||e.__v==t.__v){for(e.__v!=t.__v&&(u.props=g,u.state=u.__s,u.__d=!1),e.__e=t.__e,e.__k=t.__k,e.__k.some(function(V){V&&(V.__=e)}),m=0;m<u._sb.length;m++)u.__h.push(u._sb[m]);u._sb=[],u.__h.length&&s.push(u);break n}u.componentWillUpdate!=null&&u.componentWillUpdate(g,u.__s,A),y&&u.componentDidUpdate!=null&&u.__h.push(function(){u.componentDidUpdate(b,v,k)})}if(u.context=A,u.props=g,u.__P=n,u.__e=!1,D=$.__r,S=0,y){for(u.state=u.__s,u.__d=!1,D&&D(e),h=u.render(u.props,u.state,u.context),x=0;x<u._sb.length;x++)u.__h.push(u._sb[x]);u._sb=[]}else do u.__d=!1,D&&D(e),h=u.render(u.props,u.state,u.context),u.state=u.__s;while(u.__d&&++S<25);u.state=u.__s,u.getChildContext!=null&&(a=Vn(Vn({},a),u.getChildContext())),y&&!f&&u.getSnapshotBeforeUpdate!=null&&(k=u.getSnapshotBeforeUpdate(b,v)),W=h,h!=null&&h.type===Z&&h.key==null&&(W=ro(h.props.children)),l=ao(n,kt(W)?W:[W],e,t,a,o,r,s,l,d,c),u.base=e.__e,e.__u&=-161,u.__h.length&&s.push(u),C&&(u.__E=u.__=null)}catch(V){if(e.__v=null,d||r!=null)if(V.then){for(e.__u|=d?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;r[r.indexOf(l)]=null,e.__e=l}else{for(rn=r.length;rn--;)Da(r[rn]);jt(e)}else e.__e=t.__e,e.__k=t.__k,V.then||jt(e);$.__e(V,e,t)}else r==null&&e.__v==t.__v?(e.__k=t.__k,e.__e=t.__e):l=e.__e=Mr(t.__e,e,t,a,o,r,s,d,c);return(h=$.diffed)&&h(e),128&e.__u?void 0:l}function jt(n){n&&n.__c&&(n.__c.__e=!0),n&&n.__k&&n.__k.forEach(jt)}function oo(n,e,t){for(var a=0;a<t.length;a++)Ga(t[a],t[++a],t[++a]);$.__c&&$.__c(e,n),n.some(function(o){try{n=o.__h,o.__h=[],n.some(function(r){r.call(o)})}catch(r){$.__e(r,o.__v)}})}function ro(n){return typeof n!="object"||n==null||n.__b&&n.__b>0?n:kt(n)?n.map(ro):Vn({},n)}function Mr(n,e,t,a,o,r,s,l,d){var c,h,u,f,b,v,k,C=t.props,g=e.props,y=e.type;if(y=="svg"?o="http://www.w3.org/2000/svg":y=="math"?o="http://www.w3.org/1998/Math/MathML":o||(o="http://www.w3.org/1999/xhtml"),r!=null){for(c=0;c<r.length;c++)if((b=r[c])&&"setAttribute"in b==!!y&&(y?b.localName==y:b.nodeType==3)){n=b,r[c]=null;break}}if(n==null){if(y==null)return document.createTextNode(g);n=document.createElementNS(o,y,g.is&&g),l&&($.__m&&$.__m(e,r),l=!1),r=null}if(y==null)C===g||l&&n.data==g||(n.data=g);else{if(r=r&&Ct.call(n.childNodes),C=t.props||Ve,!l&&r!=null)for(C={},c=0;c<n.attributes.length;c++)C[(b=n.attributes[c]).name]=b.value;for(c in C)if(b=C[c],c!="children"){if(c=="dangerouslySetInnerHTML")u=b;else if(!(c in g)){if(c=="value"&&"defaultValue"in g||c=="checked"&&"defaultChecked"in g)continue;$e(n,c,null,b,o)}}for(c in g)b=g[c],c=="children"?f=b:c=="dangerouslySetInnerHTML"?h=b:c=="value"?v=b:c=="checked"?k=b:l&&typeof b!="function"||C[c]===b||$e(n,c,b,C[c],o);if(h)l||u&&(h.__html==u.__html||h.__html==n.innerHTML)||(n.innerHTML=h.__html),e.__k=[];else if(u&&(n.innerHTML=""),ao(e.type=="template"?n.content:n,kt(f)?f:[f],e,t,a,y=="foreignObject"?"http://www.w3.org/1999/xhtml":o,r,s,r?r[0]:t.__k&&ie(t,0),l,d),r!=null)for(c=r.length;c--;)Da(r[c]);l||(c="value",y=="progress"&&v==null?n.removeAttribute("value"):v!=null&&(v!==n[c]||y=="progress"&&!v||y=="option"&&v!=C[c])&&$e(n,c,v,C[c],o),c="checked",k!=null&&k!=n[c]&&$e(n,c,k,C[c],o))}return n}function Ga(n,e,t){try{if(typeof n=="function"){var a=typeof n.__u=="function";a&&n.__u(),a&&e==null||(n.__u=n(e))}else n.current=e}catch(o){$.__e(o,t)}}function so(n,e,t){var a,o;if($.unmount&&$.unmount(n),(a=n.ref)&&(a.current&&a.current!=n.__e||Ga(a,null,e)),(a=n.__c)!=null){if(a.componentWillUnmount)try{a.componentWillUnmount()}catch(r){$.__e(r,e)}a.base=a.__P=null}if(a=n.__k)for(o=0;o<a.length;o++)a[o]&&so(a[o],e,t||typeof n.type!="function");t||Da(n.__e),n.__c=n.__=n.__e=void 0}function Er(n,e,t){return this.constructor(n,t)}function Lr(n,e,t){var a,o,r,s;e==document&&(e=document.documentElement),$.__&&$.__(n,e),o=(a=!1)?null:e.__k,r=[],s=[],Ba(e,n=e.__k=Gr(Z,null,[n]),o||Ve,Ve,e.namespaceURI,o?null:e.firstChild?Ct.call(e.childNodes):null,r,o?o.__e:e.firstChild,a,s),oo(r,n,s)}Ct=eo.slice,$={__e:function(n,e,t,a){for(var o,r,s;e=e.__;)if((o=e.__c)&&!o.__)try{if((r=o.constructor)&&r.getDerivedStateFromError!=null&&(o.setState(r.getDerivedStateFromError(n)),s=o.__d),o.componentDidCatch!=null&&(o.componentDidCatch(n,a||{}),s=o.__d),s)return o.__E=o}catch(l){n=l}throw n}},Qi=0,qi=function(n){return n!=null&&n.constructor==null},ee.prototype.setState=function(n,e){var t;t=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=Vn({},this.state),typeof n=="function"&&(n=n(Vn({},t),this.props)),n&&Vn(t,n),n!=null&&this.__v&&(e&&this._sb.push(e),Xa(this))},ee.prototype.forceUpdate=function(n){this.__v&&(this.__e=!0,n&&this.__h.push(n),Xa(this))},ee.prototype.render=Z,Rn=[],Yi=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Xi=function(n,e){return n.__v.__b-e.__v.__b},et.__r=0,no=/(PointerCapture)$|Capture$/i,wa=0,Jt=ei(!1),Ut=ei(!0);var xr=0;function i(n,e,t,a,o,r){e||(e={});var s,l,d=e;if("ref"in d)for(l in d={},e)l=="ref"?s=e[l]:d[l]=e[l];var c={type:n,props:d,key:t,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--xr,__i:-1,__u:0,__source:o,__self:r};if(typeof n=="function"&&(s=n.defaultProps))for(l in s)d[l]===void 0&&(d[l]=s[l]);return $.vnode&&$.vnode(c),c}var Wn,I,Mt,ti,tt=0,lo=[],j=$,ai=j.__b,ii=j.__r,oi=j.diffed,ri=j.__c,si=j.unmount,li=j.__;function Le(n,e){j.__h&&j.__h(I,n,tt||e),tt=0;var t=I.__H||(I.__H={__:[],__h:[]});return n>=t.__.length&&t.__.push({}),t.__[n]}function M(n){return tt=1,Tr(uo,n)}function Tr(n,e,t){var a=Le(Wn++,2);if(a.t=n,!a.__c&&(a.__=[uo(void 0,e),function(l){var d=a.__N?a.__N[0]:a.__[0],c=a.t(d,l);d!==c&&(a.__N=[c,a.__[1]],a.__c.setState({}))}],a.__c=I,!I.__f)){var o=function(l,d,c){if(!a.__c.__H)return!0;var h=a.__c.__H.__.filter(function(f){return!!f.__c});if(h.every(function(f){return!f.__N}))return!r||r.call(this,l,d,c);var u=a.__c.props!==l;return h.forEach(function(f){if(f.__N){var b=f.__[0];f.__=f.__N,f.__N=void 0,b!==f.__[0]&&(u=!0)}}),r&&r.call(this,l,d,c)||u};I.__f=!0;var r=I.shouldComponentUpdate,s=I.componentWillUpdate;I.componentWillUpdate=function(l,d,c){if(this.__e){var h=r;r=void 0,o(l,d,c),r=h}s&&s.call(this,l,d,c)},I.shouldComponentUpdate=o}return a.__N||a.__}function K(n,e){var t=Le(Wn++,3);!j.__s&&_a(t.__H,e)&&(t.__=n,t.u=e,I.__H.__h.push(t))}function co(n,e){var t=Le(Wn++,4);!j.__s&&_a(t.__H,e)&&(t.__=n,t.u=e,I.__h.push(t))}function nn(n){return tt=5,we(function(){return{current:n}},[])}function we(n,e){var t=Le(Wn++,7);return _a(t.__H,e)&&(t.__=n(),t.__H=e,t.__h=n),t.__}function At(){var n=Le(Wn++,11);if(!n.__){for(var e=I.__v;e!==null&&!e.__m&&e.__!==null;)e=e.__;var t=e.__m||(e.__m=[0,0]);n.__="P"+t[0]+"-"+t[1]++}return n.__}function Pr(){for(var n;n=lo.shift();)if(n.__P&&n.__H)try{n.__H.__h.forEach(Ie),n.__H.__h.forEach(Zt),n.__H.__h=[]}catch(e){n.__H.__h=[],j.__e(e,n.__v)}}j.__b=function(n){I=null,ai&&ai(n)},j.__=function(n,e){n&&e.__k&&e.__k.__m&&(n.__m=e.__k.__m),li&&li(n,e)},j.__r=function(n){ii&&ii(n),Wn=0;var e=(I=n.__c).__H;e&&(Mt===I?(e.__h=[],I.__h=[],e.__.forEach(function(t){t.__N&&(t.__=t.__N),t.u=t.__N=void 0})):(e.__h.forEach(Ie),e.__h.forEach(Zt),e.__h=[],Wn=0)),Mt=I},j.diffed=function(n){oi&&oi(n);var e=n.__c;e&&e.__H&&(e.__H.__h.length&&(lo.push(e)!==1&&ti===j.requestAnimationFrame||((ti=j.requestAnimationFrame)||Fr)(Pr)),e.__H.__.forEach(function(t){t.u&&(t.__H=t.u),t.u=void 0})),Mt=I=null},j.__c=function(n,e){e.some(function(t){try{t.__h.forEach(Ie),t.__h=t.__h.filter(function(a){return!a.__||Zt(a)})}catch(a){e.some(function(o){o.__h&&(o.__h=[])}),e=[],j.__e(a,t.__v)}}),ri&&ri(n,e)},j.unmount=function(n){si&&si(n);var e,t=n.__c;t&&t.__H&&(t.__H.__.forEach(function(a){try{Ie(a)}catch(o){e=o}}),t.__H=void 0,e&&j.__e(e,t.__v))};var ci=typeof requestAnimationFrame=="function";function Fr(n){var e,t=function(){clearTimeout(a),ci&&cancelAnimationFrame(e),setTimeout(n)},a=setTimeout(t,35);ci&&(e=requestAnimationFrame(t))}function Ie(n){var e=I,t=n.__c;typeof t=="function"&&(n.__c=void 0,t()),I=e}function Zt(n){var e=I;n.__c=n.__(),I=e}function _a(n,e){return!n||n.length!==e.length||e.some(function(t,a){return t!==n[a]})}function uo(n,e){return typeof e=="function"?e(n):e}var Nr=Symbol.for("preact-signals");function yt(){if(wn>1)wn--;else{var n,e=!1;for((function(){var o=it;for(it=void 0;o!==void 0;){var r=o.S;if(r.v===o.v)for(var s=r.t;s!==void 0;s=s.x)s.i===o.i&&(s.i=r.i);o=o.o}})();ge!==void 0;){var t=ge;for(ge=void 0,at++;t!==void 0;){var a=t.u;if(t.u=void 0,t.f&=-3,!(8&t.f)&&mo(t))try{t.c()}catch(o){e||(n=o,e=!0)}t=a}}if(at=0,wn--,e)throw n}}function Sa(n){if(wn>0)return n();Qt=++$r,wn++;try{return n()}finally{yt()}}var be,O=void 0;function xe(n){var e=O,t=be;O=void 0,be=void 0;try{return n()}finally{O=e,be=t}}var ge=void 0,wn=0,at=0,$r=0,Qt=0,it=void 0,ot=0;function ho(n){if(O!==void 0){var e=n.n;if(e===void 0||e.t!==O)return e={i:0,S:n,p:O.s,n:void 0,t:O,e:void 0,x:void 0,r:e},O.s!==void 0&&(O.s.n=e),O.s=e,n.n=e,32&O.f&&n.S(e),e;if(e.i===-1)return e.i=0,e.n!==void 0&&(e.n.p=e.p,e.p!==void 0&&(e.p.n=e.n),e.p=O.s,e.n=void 0,O.s.n=e,O.s=e),e}}function on(n,e){this.v=n,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=e?.watched,this.Z=e?.unwatched,this.name=e?.name}on.prototype.brand=Nr;on.prototype.h=function(){return!0};on.prototype.S=function(n){var e=this,t=this.t;t!==n&&n.e===void 0&&(n.x=t,this.t=n,t!==void 0?t.e=n:xe(function(){var a;(a=e.W)==null||a.call(e)}))};on.prototype.U=function(n){var e=this;if(this.t!==void 0){var t=n.e,a=n.x;t!==void 0&&(t.x=a,n.e=void 0),a!==void 0&&(a.e=t,n.x=void 0),n===this.t&&(this.t=a,a===void 0&&xe(function(){var o;(o=e.Z)==null||o.call(e)}))}};on.prototype.subscribe=function(n){var e=this;return bn(function(){var t=e.value;xe(function(){return n(t)})},{name:"sub"})};on.prototype.valueOf=function(){return this.value};on.prototype.toString=function(){return this.value+""};on.prototype.toJSON=function(){return this.value};on.prototype.peek=function(){var n=this;return xe(function(){return n.value})};Object.defineProperty(on.prototype,"value",{get:function(){var n=ho(this);return n!==void 0&&(n.i=this.i),this.v},set:function(n){if(n!==this.v){if(at>100)throw new Error("Cycle detected");(function(t){wn!==0&&at===0&&t.l!==Qt&&(t.l=Qt,it={S:t,v:t.v,i:t.i,o:it})})(this),this.v=n,this.i++,ot++,wn++;try{for(var e=this.t;e!==void 0;e=e.x)e.t.N()}finally{yt()}}}});function L(n,e){return new on(n,e)}function mo(n){for(var e=n.s;e!==void 0;e=e.n)if(e.S.i!==e.i||!e.S.h()||e.S.i!==e.i)return!0;return!1}function fo(n){for(var e=n.s;e!==void 0;e=e.n){var t=e.S.n;if(t!==void 0&&(e.r=t),e.S.n=e,e.i=-1,e.n===void 0){n.s=e;break}}}function po(n){for(var e=n.s,t=void 0;e!==void 0;){var a=e.p;e.i===-1?(e.S.U(e),a!==void 0&&(a.n=e.n),e.n!==void 0&&(e.n.p=a)):t=e,e.S.n=e.r,e.r!==void 0&&(e.r=void 0),e=a}n.s=t}function Zn(n,e){on.call(this,void 0,e),this.x=n,this.s=void 0,this.g=ot-1,this.f=4}Zn.prototype=new on;Zn.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===ot))return!0;if(this.g=ot,this.f|=1,this.i>0&&!mo(this))return this.f&=-2,!0;var n=O;try{fo(this),O=this;var e=this.x();(16&this.f||this.v!==e||this.i===0)&&(this.v=e,this.f&=-17,this.i++)}catch(t){this.v=t,this.f|=16,this.i++}return O=n,po(this),this.f&=-2,!0};Zn.prototype.S=function(n){if(this.t===void 0){this.f|=36;for(var e=this.s;e!==void 0;e=e.n)e.S.S(e)}on.prototype.S.call(this,n)};Zn.prototype.U=function(n){if(this.t!==void 0&&(on.prototype.U.call(this,n),this.t===void 0)){this.f&=-33;for(var e=this.s;e!==void 0;e=e.n)e.S.U(e)}};Zn.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var n=this.t;n!==void 0;n=n.x)n.t.N()}};Object.defineProperty(Zn.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var n=ho(this);if(this.h(),n!==void 0&&(n.i=this.i),16&this.f)throw this.v;return this.v}});function hn(n,e){return new Zn(n,e)}function vo(n){var e=n.j;if(n.j=void 0,typeof e=="function"){wn++;var t=O;O=void 0;try{e()}catch(a){throw n.f&=-2,n.f|=8,Ma(n),a}finally{O=t,yt()}}}function Ma(n){for(var e=n.s;e!==void 0;e=e.n)e.S.U(e);n.x=void 0,n.s=void 0,vo(n)}function zr(n){if(O!==this)throw new Error("Out-of-order effect");po(this),O=n,this.f&=-2;try{8&this.f&&Ma(this)}finally{yt()}}function le(n,e){this.x=n,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=e?.name,be&&be.push(this)}le.prototype.c=function(){var n=this.S();try{if(8&this.f||this.x===void 0)return;var e=this.x();typeof e=="function"&&(this.j=e)}finally{n()}};le.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,vo(this),fo(this),wn++;var n=O;return O=this,zr.bind(this,n)};le.prototype.N=function(){2&this.f||(this.f|=2,this.u=ge,ge=this)};le.prototype.d=function(){this.f|=8,1&this.f||Ma(this)};le.prototype.dispose=function(){this.d()};function bn(n,e){var t=new le(n,e);try{t.c()}catch(o){throw t.d(),o}var a=t.d.bind(t);return a[Symbol.dispose]=a,a}var bo,Et,go=[];bn(function(){bo=this.N})();function ce(n,e){$[n]=e.bind(null,$[n]||function(){})}function rt(n){Et&&Et(),Et=n&&n.S()}function Co(n){var e=this,t=n.data,a=Hr(t);a.value=t;var o=we(function(){for(var l=e,d=e.__v;d=d.__;)if(d.__c){d.__c.__$f|=4;break}var c=hn(function(){var b=a.value.value;return b===0?0:b===!0?"":b||""}),h=hn(function(){return!Array.isArray(c.value)&&!qi(c.value)}),u=bn(function(){if(this.N=ko,h.value){var b=c.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=b)}}),f=e.__$u.d;return e.__$u.d=function(){u(),f.call(this)},[h,c]},[]),r=o[0],s=o[1];return r.value?s.peek():s.value}Co.displayName="ReactiveTextNode";Object.defineProperties(on.prototype,{constructor:{configurable:!0,value:void 0},type:{configurable:!0,value:Co},props:{configurable:!0,get:function(){return{data:this}}},__b:{configurable:!0,value:1}});ce("__b",function(n,e){if(typeof e.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),typeof e.type=="string"){var t,a=e.props;for(var o in a)if(o!=="children"){var r=a[o];r instanceof on&&(t||(e.__np=t={}),t[o]=r,a[o]=r.peek())}}n(e)});ce("__r",function(n,e){if(typeof e.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.enterComponent(e.type.displayName||e.type.name||"Unknown"),e.type!==Z){rt();var t,a=e.__c;a&&(a.__$f&=-2,(t=a.__$u)===void 0&&(a.__$u=t=(function(o){var r;return bn(function(){r=this}),r.c=function(){a.__$f|=1,a.setState({})},r})())),rt(t)}n(e)});ce("__e",function(n,e,t,a){typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),rt(),n(e,t,a)});ce("diffed",function(n,e){typeof e.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),rt();var t;if(typeof e.type=="string"&&(t=e.__e)){var a=e.__np,o=e.props;if(a){var r=t.U;if(r)for(var s in r){var l=r[s];l!==void 0&&!(s in a)&&(l.d(),r[s]=void 0)}else r={},t.U=r;for(var d in a){var c=r[d],h=a[d];c===void 0?(c=Rr(t,d,h,o),r[d]=c):c.o(h,o)}}}n(e)});function Rr(n,e,t,a){var o=e in n&&n.ownerSVGElement===void 0,r=L(t);return{o:function(s,l){r.value=s,a=l},d:bn(function(){this.N=ko;var s=r.value.value;a[e]!==s&&(a[e]=s,o?n[e]=s:s?n.setAttribute(e,s):n.removeAttribute(e))})}}ce("unmount",function(n,e){if(typeof e.type=="string"){var t=e.__e;if(t){var a=t.U;if(a){t.U=void 0;for(var o in a){var r=a[o];r&&r.d()}}}}else{var s=e.__c;if(s){var l=s.__$u;l&&(s.__$u=void 0,l.d())}}n(e)});ce("__h",function(n,e,t,a){(a<3||a===9)&&(e.__$f|=2),n(e,t,a)});ee.prototype.shouldComponentUpdate=function(n,e){var t=this.__$u,a=t&&t.s!==void 0;for(var o in e)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var r=2&this.__$f;if(!(a||r||4&this.__$f)||1&this.__$f)return!0}else if(!(a||4&this.__$f)||3&this.__$f)return!0;for(var s in n)if(s!=="__source"&&n[s]!==this.props[s])return!0;for(var l in this.props)if(!(l in n))return!0;return!1};function Hr(n,e){return M(function(){return L(n,e)})[0]}var Or=function(n){queueMicrotask(function(){queueMicrotask(n)})};function Kr(){Sa(function(){for(var n;n=go.shift();)bo.call(n)})}function ko(){go.push(this)===1&&($.requestAnimationFrame||Or)(Kr)}const Ir=128,di=65536,Wr=(Ir<<4)+1,Ao=()=>globalThis.crossOriginIsolated===!0;function yo(n){return new WebAssembly.Memory({initial:1,maximum:Wr,shared:n})}const Jr=n=>[0,97,115,109,1,0,0,0,1,11,2,96,1,127,1,126,96,2,127,126,0,2,11,1,1,109,1,109,2,n?3:1,1,128,128,2,3,3,2,0,1,7,16,2,4,108,111,97,100,0,0,5,115,116,111,114,101,0,1,10,19,2,7,0,32,0,41,3,0,11,9,0,32,0,32,1,55,3,0,11];function Ur(n,e){const t=!(n.buffer instanceof ArrayBuffer),a=new WebAssembly.Module(new Uint8Array(Jr(t))),{load:o,store:r}=new WebAssembly.Instance(a,{m:{m:n}}).exports;return{load:o,store:r,reserve:s=>{const l=Math.ceil(s/di)-n.buffer.byteLength/di;try{return l>0&&n.grow(l),1}catch{return 0}},clear:(s,l)=>{new Uint8Array(n.buffer,s,l).fill(0)},helps:()=>e?1:0}}class jr extends Error{}const ze=0,ui=8;class Ea{constructor(e,t){this.exports=e,this.listener=t}static async create(e,t={}){const{table:a=yo(!1),helps:o=!1,mayGoOn:r}=t,s={current:void 0},l=new TextDecoder;let d;const c=()=>new DataView(d.memory.buffer),h=(f,b)=>l.decode(new Uint8Array(d.memory.buffer,f,b));return d=(await WebAssembly.instantiate(e,{tabia:{info:(f,b)=>{s.current?.(JSON.parse(h(f,b)))}},table:Ur(a,o),wasi_snapshot_preview1:{clock_time_get:(f,b,v)=>{r&&!r()&&d.tabia_stop();const k=f===0?Date.now():performance.now();return c().setBigUint64(v,BigInt(Math.round(k*1e6)),!0),ze},environ_get:()=>ze,environ_sizes_get:(f,b)=>(c().setUint32(f,0,!0),c().setUint32(b,0,!0),ze),fd_close:()=>ui,fd_seek:()=>ui,fd_write:(f,b,v,k)=>{let C=0,g="";for(let y=0;y<v;y++){const G=c().getUint32(b+8*y+4,!0);g+=h(c().getUint32(b+8*y,!0),G),C+=G}return g.trim()&&console.warn(g.trimEnd()),c().setUint32(k,C,!0),ze},proc_exit:f=>{throw new Error(`the engine ended with ${f}`)}}})).exports,d._initialize(),new Ea(d,s)}call(e,t,a){const o=new TextEncoder().encode(JSON.stringify({op:e,...t})),r=this.hold(o);this.listener.current=a;try{return this.answer(this.exports.tabia_call(r,o.length))}finally{this.listener.current=void 0}}addNetwork(e,t){const a=new TextEncoder().encode(e),o=this.exports.tabia_alloc(a.length+t.length),r=new Uint8Array(this.exports.memory.buffer);return r.set(a,o),r.set(t,o+a.length),this.answer(this.exports.tabia_add_network(o,a.length,t.length))}addOpenings(e){const t=this.hold(e),{openings:a}=this.answer(this.exports.tabia_add_openings(t,e.length));return a}hold(e){const t=this.exports.tabia_alloc(e.length);return new Uint8Array(this.exports.memory.buffer).set(e,t),t}answer(e){const t=new Uint8Array(this.exports.memory.buffer,this.exports.tabia_answer(),e),a=JSON.parse(new TextDecoder().decode(t));if(a.error)throw new jr(a.error.detail);return a}}const hi=""+new URL("tabia-713lnGv-.wasm",import.meta.url).href;let mi;function Vo(){return mi??=(async()=>{const n=await fetch(hi);if(!n.ok)throw new Error(`${hi}: ${n.status}`);return WebAssembly.compile(await n.arrayBuffer())})(),mi}let qt;async function Zr(){Qr(await Ea.create(await Vo()))}function Qr(n){qt=n}function J(){if(!qt)throw new Error("the rules are not loaded yet");return qt}function R(n,e){const t=`tabia.${n}`;let a=e;try{const r=localStorage.getItem(t);r!==null&&(a=JSON.parse(r)),typeof a!=typeof e&&(a=e)}catch{}const o=L(a);return bn(()=>{const r=JSON.stringify(o.value);try{localStorage.setItem(t,r)}catch{}}),o}const Cn=(n,e,t)=>`${n} ${n===1?e:t}`,La={parts:{analyse:"Analyze",play:"Play",explain:"Explain",train:"Train",learn:"Learn",api:"API"},page:{broken:n=>`This part of the page broke down: ${n}.`,toBoard:"To the analysis board",token:"This server asks for its token",useToken:"Use it",skip:"To the content",brand:"Tabia, to the analysis board",partsLabel:"Parts of the page",engine:"Engine",server:"Server",thisBrowser:"This browser",colours:n=>`Colors: ${n}`,themes:{auto:"auto",light:"light",dark:"dark"},settings:"Settings",language:"Language",board:"Board",boards:{green:"green",wood:"wood",blue:"blue",gray:"gray",contrast:"high contrast"},lost:"The server doesn't answer. It is asked again every few seconds.",useBrowser:"Use this browser meanwhile",serverThinks:"The server thinks.",browserThinks:"The engine runs in this browser: nothing is sent anywhere.",starting:"Starting the engine …",credits:"Pieces drawn for Tabia; opening names by lichess.org (CC0).",cantStart:n=>`Tabia can't start here: ${n}. It needs a browser with WebAssembly SIMD (2023 or newer).`,keep:"Keep"},engine:{lostClassical:"The server doesn't answer, and its network was not fetched before: the evaluation is classical.",noNetwork:"No network was found: the evaluation is classical.",cantStart:n=>`The engine can't start: ${n}`,noAnswer:"the server doesn't answer",brokeOff:"the server broke off the analysis",brokeDown:"the engine broke down",lostConnection:"The connection is lost; trying again."},chess:{white:"White",black:"Black",pieces:{p:"pawn",n:"knight",b:"bishop",r:"rook",q:"queen",k:"king"},whitePieces:{p:"white pawn",n:"white knight",b:"white bishop",r:"white rook",q:"white queen",k:"white king"},blackPieces:{p:"black pawn",n:"black knight",b:"black bishop",r:"black rook",q:"black queen",k:"black king"},board:"Chess board",boardTools:"Board",promote:"Promote to",toStart:"To the start",back:"Back",forward:"Forward",toEnd:"To the end",strength:"Strength",full:"full",percent:n=>`${n}%`,win:n=>`${n}% win`,draw:n=>`${n}% draw`,loss:n=>`${n}% loss`,chancesLabel:"Chances of White: win, draw, loss",chances:(n,e,t)=>`White wins ${n}%, draw ${e}%, Black wins ${t}%`,notEvaluated:"not evaluated yet",evaluation:(n,e)=>`Evaluation ${n} for White: ${e}`,ends:{}},game:{moves:"Moves",empty:"Make a move, or load a game.",better:n=>`better ${n}`,savePgn:"Save PGN",accuracy:n=>`accuracy ${n}%`,blunders:n=>Cn(n,"blunder","blunders"),mistakes:n=>Cn(n,"mistake","mistakes"),inaccuracies:n=>Cn(n,"inaccuracy","inaccuracies"),kinds:{blunder:"blunder",mistake:"mistake",inaccuracy:"inaccuracy"},course:n=>`Course of the game: ${n}`},analyse:{untilStopped:"until stopped",serversLimit:n=>`${n}, the server's limit`,changedMeanwhile:"The game was changed while it was reviewed: review it again.",undo:"Undo",undoTitle:"Undo (Ctrl+Z)",redo:"Redo",redoTitle:"Redo (Ctrl+Y)",flip:"Flip",flipTitle:"Turn the board (f)",setUp:"Set up",new:"New",mainLine:"Main line",mainLineTitle:"Make this variation the main line",deleteFrom:"Delete from here",deleteTitle:"Delete this move and what follows",delete:"Delete",deleteQuestion:(n,e)=>`Delete ${n} and the ${Cn(e,"move","moves")} after it?`,review:"Review the game",reviewing:(n,e)=>`Reviewing ${n}/${e}`,stop:"Stop",markOf:n=>`Mark of ${n}`,commentOn:n=>`Comment on ${n}`,comment:"Comment",engine:"Engine",analysis:"Analysis",depth:"depth",nodes:n=>`${n} nodes`,bestLines:"Best lines",lines:"Lines",time:"Time for a position",threads:"Threads",hash:"Hash table",network:"Network",threadCount:n=>Cn(n,"thread","threads"),lineCount:n=>Cn(n,"line","lines"),serverLimits:n=>`This server allows a search at most ${n}.`,browserLimits:n=>`In this browser a search has at most ${n}.`,onlySome:"Only some moves",onlyThese:n=>`Only ${n}`,allMoves:"All moves",positionAfter:n=>`The position after ${n}`,move:"Move",play:"Play"},people:{title:"What people play",show:"Show",ratings:"Ratings",arrows:"Arrows for",noArrows:"nobody",move:"Move",loss:"Loses",lossTitle:"Points that the move gives away against the best one: 1 is a whole game",rare:"rare",difficulty:"Difficulty",difficultyMeaning:"Difficulty: how likely people of that rating play a move here that loses at least 0.2 points.",difficulties:{easy:"easy",moderate:"moderate",hard:"hard",veryHard:"very hard"},typicalUpTo:(n,e)=>`typical up to ${n} (${e})`,notTypical:n=>`not typical (${n})`,typicalCount:(n,e)=>`${e} typical of ${n}`},explorer:{title:"Openings, games, tablebase",engineGames:"Engine games",engineGamesHere:n=>`${n} ${n==="1"?"game":"games"} of the engine with itself reached this position.`,noEngineGames:"The table of engine games doesn't have this position.",opening:"Opening",allMoves:n=>`All ${n} moves`,ownGames:"Your games",games:n=>`${n} ${n==="1"?"game":"games"}`,none:"No game of the database has reached this position.",offer:"Your own games can be shown here: make a database of a PGN file, and start the server with it.",move:"Move",played:"Games",results:"White – draw – Black",rating:"Rating",share:(n,e,t)=>`White won ${n}%, drawn ${e}%, Black won ${t}%`,player:"Player",anyone:"anyone",with:"with",either:"either color",dropHere:"Drop a PGN file here to add its games to the database.",chooseFile:"Choose a file",gamesFile:"PGN file for the database",importing:"Adding games",importProgress:(n,e)=>`${n}%, ${e} added`,stopImport:"Stop",imported:(n,e,t)=>`${n} ${n==="1"?"game":"games"} added, ${e} known already, ${t} unreadable.`,badGames:"What is wrong with them",packed:"The file is compressed: unpack it first.",longGame:"Found no end of a game in 7 MiB, expected PGN with tags.",token:"The server's token",tryAgain:"Try again",list:"Games with this position",table:"Tablebase",tableResults:{win:"wins","cursed win":"wins too slowly: a draw by the fifty-move rule",draw:"draws","blessed loss":"loses too slowly: a draw by the fifty-move rule",loss:"loses"},tableVerdict:(n,e)=>`${n} ${e} with best play.`,dtz:n=>`${Cn(n,"half-move","half-moves")} to the next capture, pawn move or mate.`,dtzHead:"DTZ",result:"Result"},files:{title:"FEN and PGN",loadFen:"Load FEN",copyFen:"Copy FEN",copyLink:"Copy link",copyLinkTitle:"An address that opens this line",loadPgn:"Load PGN",openFile:"Open a file",copyPgn:"Copy PGN",pgnFile:"PGN file",gamesRead:n=>`${Cn(n,"game","games")} read`,gameLoaded:"Game loaded",copied:"Copied",cantCopy:"The browser doesn't let the page copy",game:"Game",findPlayer:"Find a player",fitting:(n,e)=>`${n} of ${e}`,earlier:"Earlier on this device",games:n=>Cn(n,"game","games"),noGame:"There is no game in this text."},play:{you:"You",opponent:n=>`Tabia, ${n}`,played:n=>`Tabia played ${n}`,cantAnswer:n=>`Tabia can't answer: ${n}. It is asked again.`,askNow:"Ask now",takeBack:"Take back",resign:"Resign",hint:"Hint",hintIs:n=>`Hint: ${n}`,offerDraw:"Offer a draw",drawDeclined:"Tabia declines the draw.",noAdvice:n=>`Tabia can't answer: ${n}`,rematch:"Rematch",flip:"Flip",sounds:"Sounds",humanPace:"Tabia takes its time",ahead:n=>`${n} ${n===1?"point":"points"} of material ahead`,game:"The game",newGame:"A new game",youPlay:"You play",either:"Either",from:"From",fromStart:"the starting position",fromAnalysis:"the analysis board",clock:"Clock",noClock:"No clock",start:"Start",startAnew:"Start over",analyse:"Analyze this game",drawn:n=>`Draw: ${n}.`,youWin:n=>`You win by ${n}.`,tabiaWins:n=>`Tabia wins by ${n}.`,thinking:"thinking …",clockWhite:"White's clock",clockBlack:"Black's clock"},setUp:{board:"Board to set up",title:"Set up a position",click:"What a click does",move:"Move",erase:"Erase",toMove:"To move",rights:{K:"White O-O",Q:"White O-O-O",k:"Black O-O",q:"Black O-O-O"},enPassant:"En passant on",noSquare:"no square",halfMoves:"Half-moves since a capture or pawn move",moveNumber:"Move number",use:"Use this position",start:"Start",clear:"Clear",cancel:"Cancel"},explain:{board:"Board: drag a piece to see what changes",putBack:"Put back",keep:"Keep",whiteToMove:"White to move",blackToMove:"Black to move",fromAnalyse:"From Analyze",hint:"The number on a piece is what the evaluation loses without it, for its owner; 1.0 is a pawn of the starting position. Drag a piece anywhere, or off the board, and see what that changes.",evaluation:"Evaluation",colours:"Colors",worth:"whose and how much",usual:"against the start position",noChange:"no change",byMove:n=>`${n} by what was moved`,sideBySide:"Side by side",first:"First",second:"Second",openNetwork:"Open another network",networkFile:"Network file",heads:"Output heads",headsHint:"The network has one head for each range of material. Which one is asked depends on the number of pieces.",head:n=>`head ${n}`,headInUse:n=>`head ${n} (in use)`,classical:"Classical terms",classicalTerms:"classical terms",classicalHint:"The same position by hand-written rules: each term as White's credit less Black's, in pawns.",credits:(n,e)=>`White ${n}, Black ${e}`,inPawns:"in its own pawns",expected:"White's expected score"},learn:{loading:"Loading …",pages:"Pages to learn from",live:"live",neighbours:"Previous and next page",inEnglish:"The lessons are in English."},api:{title:"The API",loading:"Loading …",noServer:"This page comes from a server without the API. Start one that has it:",forPrograms:"For programs:",needsToken:"Needs the token, if the server has one.",optional:"(optional)",example:"Example",body:n=>`Body (${n})`,stream:"As events, while it happens",send:"Send the request",stop:"Stop",changes:"This changes something on the server.",goesOn:"· continues",asProgram:"The same from a program",request:"What is sent",responses:"What comes back",answer:"Fields",field:"Field",type:"Type",meaning:"Meaning",required:"required"},train:{kinds:{train:"training",learn:"learning loop",match:"match"},lost:"The runs are on the server, which doesn't answer.",looking:"Looking for runs …",runs:"Runs",running:"running",loading:"Loading …",nothing:"This run has written nothing yet.",compare:n=>`Compare ${n}`,compareHint:"Tick runs to compare their curves.",secondsAgo:n=>`${n} s ago`,minutesAgo:n=>`${n} min ago`,hoursAgo:n=>`${n} h ago`,daysAgo:n=>`${Cn(n,"day","days")} ago`,seconds:n=>`${n} s`,minutes:n=>`${n} min`,hours:(n,e)=>`${n} h ${e} min`,days:(n,e)=>`${n} d ${e} h`,left:n=>`${n} left`,noRuns:"No runs to watch",emptyFolder:"The folder of runs is empty so far.",noFolder:"This page was not served with a folder of runs. Start the server with one:",howToStart:"Then, in another terminal, let something learn: XOR in a second, or chess from nothing in a few minutes. Other recipes need data; docs/training.md says how to make it.",whatAppears:"Curves, Elo, the test of a match and sample positions appear here while the run is under way.",now:"Now",steps:{prepare:"reading the data",play:"self-play",train:"training",match:"match"},inRound:(n,e)=>`Round ${n}: ${e}`,progress:"Progress",ofTotal:(n,e,t)=>`${n} of ${e} ${t}`,units:{positions:"positions",games:"games"},perSecond:n=>`${n}/s`,rest:"time left",step:"step",training:"Training",positions:"positions",speed:"speed",loss:"loss",validation:"validation",learningRate:"learning rate",share:(n,e)=>`${n}% of ${e}`,overfit:(n,e,t)=>`Validation rises while the training loss falls: since ${n} positions it went from ${e} to ${t}. The network is overfitting. best.net is the one with the lowest validation; more data, more weight decay or stopping earlier help.`,thinks:"What it thinks so far",samplePosition:n=>`Sample position, ${n} for White`,analyse:"Analyze",course:(n,e,t)=>`Its evaluation went from ${n} to ${e}, at most ${t} either way`,curves:"Curves",show:"Show",metrics:{losses:"loss and validation",loss:"loss",validation:"validation",accuracy:"accuracy",rate:"learning rate",speed:"positions per second",elo:"Elo by round"},parts:{loss:"loss",validation:"validation",accuracy:"accuracy",rate:"learning rate",speed:"positions/s",elo:"Elo"},along:"Along",alongs:{positions:"positions",time:"hours of training"},round:"round",smoothing:"Smoothing",logarithmic:"Logarithmic",zoomIn:"Zoom in",zoomOut:"Zoom out",earlier:"Earlier",later:"Later",whole:"All",saveCsv:"Save CSV",zoomHint:"Drag over the chart to zoom, double-click to see all of it.",chartLabel:(n,e,t)=>`${n} over ${e}: ${t}`,at:n=>`at ${n}`,hideCurve:n=>`Show ${n}`,noChart:"The chart can't be loaded; the CSV has its numbers.",noData:"No data yet.",origin:"Where it comes from",recipe:"Recipe",lineage:{parent:"trained from",teacher:"teacher",date:"started",data:"data",validation_data:"validation data",model:"model"},recipeDiffers:n=>`What is different in the recipe of ${n}`,sameRecipe:n=>`${n} has the same recipe.`,here:"here",learningLoop:"Learning loop",rounds:"rounds",promoted:"promoted",eloSinceStart:"Elo since the start",eloOfRound:"Elo of the round",nowFact:"now",eloSinceFirstLabel:"Elo of each round's network since the first",eloAgainstLabel:"Elo of each round's network against the one before",roundColumn:"Round",gamesColumn:"Games",promotedColumn:"Promoted",yes:"yes",no:"no",games:"games",wonDrawnLost:"won, drawn, lost",wonDrawnLostLabel:(n,e,t)=>`${n} won, ${e} drawn, ${t} lost`,llrLabel:"Log-likelihood ratio of the sequential test, between its bounds",acceptedAt:n=>`accepted at ${n}`,refusedAt:n=>`refused at ${n}`,lastGames:"Last games",look:"Look",rateLabel:"Learning rate over the positions seen",speedLabel:"Positions per second"}},qr=[["en","English"],["de","Deutsch"]],Yr=()=>globalThis.navigator?.language?.toLowerCase().startsWith("de")?"de":"en",De=R("language",Yr()),wo=L(La),p=()=>wo.value,fi={en:()=>Promise.resolve(La),de:()=>gt(()=>import("./german-Dw6NZOFV.js"),[],import.meta.url).then(n=>n.german)};async function Xr(){const n=async t=>{const a=await(fi[t]??fi.en)().catch(()=>{});t===De.value&&(wo.value=a??La,document.documentElement.lang=a?t:"en")};let e;bn(()=>{const t=n(De.value);e??=t}),await e}const Do="tabia.token",fn=L(!1),pi=3e3,xa=L(!1);let Be="";try{Be=sessionStorage.getItem(Do)??""}catch{}function Bo(n){Be=n.trim();try{sessionStorage.setItem(Do,Be)}catch{}}async function yn(n,e={}){const t={...e.headers};Be&&(t.Authorization=`Bearer ${Be}`);try{const a=await fetch(n,{...e,headers:t});return fn.value=!1,xa.value=a.status===401,a}catch(a){throw e.signal?.aborted?a:(Go(),new Error(p().engine.noAnswer,{cause:a}))}}function Go(){if(fn.value)return;fn.value=!0;const n=()=>{fn.value&&yn("healthz").catch(()=>setTimeout(n,pi))};setTimeout(n,pi)}let _o=Promise.resolve(void 0);function ns(){"serviceWorker"in navigator&&(_o=navigator.serviceWorker.register("./offline.js").catch(()=>{}))}async function So(n){await _o&&(await navigator.serviceWorker.ready).active?.postMessage({keep:n})}const me=()=>new DOMException("stopped","AbortError"),Te=n=>n instanceof DOMException&&n.name==="AbortError",en=n=>n instanceof Error?n.message:String(n),Mo=""+new URL("worker-D0uqud8w.js",import.meta.url).href,Re="default";let He;function Yt(){return He??=(async()=>{const n="assets/default.net",e=await fetch(n);if(!e.ok)throw new Error(`${n}: ${e.status}`);const t=new Uint8Array(await e.arrayBuffer());return So(n),t})(),He.catch(()=>He=void 0),He}const Xt=L(void 0);let vi;function Eo(){return vi??=(async()=>{const n="assets/openings.table",e=await fetch(n);e.ok&&(Xt.value=J().addOpenings(new Uint8Array(await e.arrayBuffer())),So(n))})().catch(()=>{}),vi}async function es(){await Promise.all([Yt(),Eo(),fetch(Mo).then(n=>n.text())])}class Pe{constructor(e,t){this.module=e,this.networks=t?[[Re,t]]:[],t&&J().addNetwork(Re,t),Ao()&&(this.team={table:yo(!0),current:new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))}),this.active=this.spawn(),this.standby=this.spawn()}kind="browser";people=void 0;limits={threads:as(),hash:128,multipv:64};team;helpers=[];lastSearch=0;active;standby;networks;nextId=1;busy=Promise.resolve();static async create(){const e=Yt().catch(()=>{});return e.then(Eo),new Pe(await Vo(),await e)}addNetwork(e,t){const a=J().addNetwork(e,t),o=this.networks.findIndex(([r])=>r===e);o>=0&&this.networks.splice(o,1),this.networks.push([e,t]);for(const r of[this.active,this.standby,...this.helpers])this.post(r,{kind:"network",name:e,file:t});return a}async ensureNetwork(){if(this.networks.some(([t])=>t===Re))return;const e=await Yt().catch(()=>{});e&&this.addNetwork(Re,e)}models(){return Promise.resolve(J().call("models",{}).models)}analyze(e,t,a){const o=this.busy.catch(()=>{}).then(()=>this.searchTogether(e,t,a));return this.busy=o,o}async searchTogether(e,t,a){if(!this.team||e.movetime===void 0)return this.call("analyze",e,t,a);const o=++this.lastSearch,{current:r}=this.team,s=e.elo===void 0?Math.min(e.threads??1,this.limits.threads)-1:0;for(;this.helpers.length<s;)this.helpers.push(this.spawn(!0));const l=this.helpers.slice(0,s).map(()=>0),d=u=>{const f=l.reduce((b,v)=>b+v,u.nodes);return{...u,nodes:f,nps:Math.round(1e3*f/Math.max(1,u.time_ms))}};Atomics.store(r,0,o);const c=l.map((u,f)=>this.ask(this.helpers[f],"analyze",e,{search:o,onInfo:b=>l[f]=b.nodes}).catch(()=>{})),h=()=>void Atomics.compareExchange(r,0,o,0);a.addEventListener("abort",h);try{if(a.aborted)throw me();const u=await this.ask(this.active,"analyze",e,{search:o,onInfo:f=>t(d(f))});if(a.aborted)throw me();return d(u)}finally{a.removeEventListener("abort",h),h(),await Promise.all(c)}}play(e,t){const a=crypto.getRandomValues(new Uint32Array(1))[0];return this.analyze({seed:a,...e},()=>{},t)}explain(e){return Promise.resolve().then(()=>J().call("explain",e))}get lookup(){return Xt.value===void 0?{}:{openings:Xt.value}}lookUp(e){const{fen:t,moves:a}=e;return Promise.resolve().then(()=>J().call("lookup",{fen:t,moves:a}))}post(e,t){e.postMessage(t)}spawn(e=!1){const t=new Worker(Mo,{type:"module"}),a=this.team?{team:{...this.team,helps:e}}:{};return this.post(t,{kind:"start",module:this.module,networks:this.networks,...a}),t}replace(){this.active.terminate(),this.active=this.standby,this.standby=this.spawn()}async call(e,t,a,o){if(o.aborted)throw me();let r=()=>{};const s=new Promise((l,d)=>{r=()=>{this.replace(),d(me())}});o.addEventListener("abort",r);try{return await Promise.race([s,this.ask(this.active,e,t,{onInfo:a})])}finally{o.removeEventListener("abort",r)}}ask(e,t,a,o){const{onInfo:r,...s}=o,l=this.nextId++;return new Promise((d,c)=>{const h=b=>{e.removeEventListener("message",u),e.removeEventListener("error",f),b()},u=b=>{const v=b.data;v.id===l&&(v.kind==="info"?r(v.info):v.kind==="reply"?h(()=>d(v.reply)):h(()=>c(new Error(v.message))))},f=b=>h(()=>{e===this.active&&this.replace(),c(new Error(b.message||p().engine.brokeDown))});e.addEventListener("message",u),e.addEventListener("error",f),this.post(e,{kind:"call",id:l,op:t,request:a,...s})})}}const ts=16;function as(){return Ao()?Math.min(ts,Math.max(1,navigator.hardwareConcurrency||1)):1}class is{rest="";event="";data=[];push(e){this.rest+=e;const t=[];for(let a=this.rest.indexOf(`
`);a>=0;a=this.rest.indexOf(`
`)){const o=this.rest.slice(0,a).replace(/\r$/,"");if(this.rest=this.rest.slice(a+1),o==="")this.data.length&&t.push({event:this.event||"message",data:this.data.join(`
`)}),this.event="",this.data=[];else if(!o.startsWith(":")){const r=o.indexOf(":"),s=r<0?o:o.slice(0,r),l=r<0?"":o.slice(r+1).replace(/^ /,"");s==="event"?this.event=l:s==="data"&&this.data.push(l)}}return t}}async function*Lo(n){const e=n.body.pipeThrough(new TextDecoderStream).getReader(),t=new is;for(;;){const{value:a,done:o}=await e.read().catch(r=>{if(Te(r))throw r;return{value:void 0,done:!0}});if(o)return;yield*t.push(a)}}const xo=(n,e)=>n.detail??n.title??`error ${e}`;class To extends Error{constructor(e,t){super(e),this.status=t}}async function Vt(n){const e=await n.json().catch(()=>({}));return new To(xo(e,n.status),n.status)}async function fe(n,e,t={}){const a=await yn(n,{method:"POST",headers:{"Content-Type":"application/json",Accept:t.accept??"application/json"},body:JSON.stringify(e),...t.signal?{signal:t.signal}:{}});if(!a.ok)throw await Vt(a);return a}async function bi(){try{const n=await yn("models",{headers:{Accept:"application/json"}});if(!n.ok)return;const e=await n.json();return Array.isArray(e.models)?{...e,models:e.models}:void 0}catch{return}}class Ta{constructor(e){this.known=e}kind="server";get limits(){return this.known.limits??{}}get lookup(){return this.known.lookup??{}}get people(){return this.known.human}static async detect(){const e=await bi();return e?new Ta(e):void 0}async models(){return this.known=await bi()??this.known,this.known.models}async analyze(e,t,a){const o=await fe("analyze",e,{accept:"text/event-stream",signal:a});for await(const{event:r,data:s}of Lo(o)){const l=JSON.parse(s);if(r==="info")t(l);else{if(r==="done")return l;if(r==="error")throw new Error(xo(l,500))}}throw Go(),new Error(p().engine.brokeOff)}async play(e,t){const o=await(await fe("play",e,{signal:t})).json();return o.san!==void 0&&(o.bestmove_san=o.san),o}async explain(e){return(await fe("explain",e)).json()}async lookUp(e,t){return(await fe("lookup",e,{signal:t})).json()}}const P=L(void 0),pn=L([]),na=L(!1),st=L("");let te,gi;function os(){return gi??=Pe.create(),gi}async function ea(n){try{const e=n==="server"&&te?te:await os();e instanceof Pe&&await e.ensureNetwork();const t=await e.models();Sa(()=>{P.value=e,pn.value=t}),st.value=pn.value.length>0?"":fn.value?p().engine.lostClassical:p().engine.noNetwork,e===te&&rs()}catch(e){st.value=p().engine.cantStart(en(e))}}function rs(){const{connection:n}=navigator;n?.saveData||setTimeout(()=>void es().catch(()=>{}),ss)}const ss=4e3,Pa=n=>pn.value.some(e=>e.name===n)?n:"";async function Fa(){P.value&&(pn.value=await P.value.models())}async function Po(){te=await Ta.detect(),na.value=te!==void 0,await ea(te?"server":"browser")}const On="classical",Kn=L([]),ls=n=>n===On||Kn.value.includes(n);function Oe(n,e){return ls(n)?Promise.resolve().then(()=>J().call("explain",{fen:e,model:n})):P.value.explain({fen:e,model:n})}async function cs(n){const e=new Uint8Array(await n.arrayBuffer()),t=new Set([On,...pn.value.map(o=>o.name)]);let a=n.name.replace(/\.(net|nnue|txt)$/,"");return t.has(a)&&!Kn.value.includes(a)&&(a=n.name),P.value instanceof Pe?P.value.addNetwork(a,e):J().addNetwork(a,e),Kn.value.includes(a)||(Kn.value=[...Kn.value,a]),await Fa(),a}const Jn="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",kn="abcdefgh",oe=n=>n===n.toUpperCase();function Na(n){const e=n.toLowerCase();return oe(n)?p().chess.whitePieces[e]:p().chess.blackPieces[e]}function Ge(n){const e=new Map;return(n.split(" ")[0]??"").split("/").forEach((a,o)=>{let r=0;for(const s of a)s>="1"&&s<="8"?r+=Number(s):e.set(`${kn[r++]}${8-o}`,s)}),e}function Fo(n){const e=[];for(let t=8;t>=1;t--){let a="",o=0;for(const r of kn){const s=n.get(`${r}${t}`);if(!s){o++;continue}a+=(o?String(o):"")+s,o=0}e.push(a+(o?String(o):""))}return e.join("/")}function Ci(n,e){const t=n.split(" "),a=[...t[2]??"-"].filter(o=>{const r=oe(o)?1:8,s=d=>oe(o)?d.toUpperCase():d,l=o.toLowerCase()==="k"?"h":o.toLowerCase()==="q"?"a":o.toLowerCase();return e.get(`e${r}`)===s("k")&&e.get(`${l}${r}`)===s("r")});return[Fo(e),t[1]??"w",a.join("")||"-","-",t[4]??"0",t[5]??"1"].join(" ")}function ds(n){const e={p:1,n:3,b:3,r:5,q:9};let t=0;for(const a of n.split(" ")[0])t+=(e[a.toLowerCase()]??0)*(a===a.toLowerCase()?-1:1);return t}const vn=n=>n.split(" ")[1]==="b"?"b":"w",us=n=>n.split(" ")[0].replace(/[^a-z]/gi,"").length;function No({fen:n,moves:e}){const t=[...n===Jn?[]:[`fen=${n.replace(/ /g,"_")}`],...e.length?[`moves=${e.join(",")}`]:[]];return t.length?`#/analyse?${t.join("&")}`:"#/analyse"}function hs(n){const e=new URLSearchParams(n),t=e.get("fen"),a=e.get("moves");if(!(!t&&!a))return{fen:t?t.replace(/_/g," "):Jn,moves:(a??"").split(/[,\s]+/).filter(Boolean)}}const _e="kept";let ki;function $o(){return ki??=new Promise((n,e)=>{const t=indexedDB.open("tabia",1);t.onupgradeneeded=()=>t.result.createObjectStore(_e),t.onsuccess=()=>n(t.result),t.onerror=()=>e(t.error??new Error("not allowed"))}),ki}async function ta(n){try{const e=(await $o()).transaction(_e).objectStore(_e).get(n);return await new Promise(t=>{e.onsuccess=()=>t(e.result),e.onerror=()=>t(void 0)})}catch{return}}async function $a(n,e){try{const t=(await $o()).transaction(_e,"readwrite");for(const a of[n].flat())t.objectStore(_e).put(e,a);t.commit()}catch{}}const zo="recent",ms=50,xn=L([]);async function fs(){const n=await ta(zo);Array.isArray(n)&&(xn.value=n.filter(e=>e.session?.tree?.nodes?.length>1))}const Ai=({nodes:n})=>n.map(({uci:e})=>e).join(" ");function Ro(n){const{tree:e}=n,t=e.nodes[0].fen+Ai(e),a=xn.value.filter(o=>o.session.tree.nodes[0].fen+Ai(o.session.tree)!==t);xn.value=[{name:ps(e),saved:Date.now(),session:n},...a].slice(0,ms),$a(zo,xn.value)}function ps({tags:n,result:e,nodes:t}){if(n.White||n.Black)return`${n.White??"?"} – ${n.Black??"?"} ${e}`;const a=[];for(const o of t.slice(1)){if(o.ply!==a.length+1||a.length===6)break;a.push(o.san)}return`${a.join(" ")}${t.length>7?" …":""}`}const Ho=/\[%c([sa])l\s+([^\]]*)\]\s*/g;function vs(n){const e=[];for(const[,,t=""]of n?.matchAll(Ho)??[])for(const a of t.split(",")){const[,o,r,s]=/^\s*([GRBY])([a-h][1-8])([a-h][1-8])?\s*$/.exec(a)??[];o&&r&&e.push({color:o,from:r,to:s??r})}return e}function bs(n,e){const t=(n??"").replace(Ho,"").trim(),a=(s,l)=>s.map(l).join(","),o=e.filter(({from:s,to:l})=>s===l),r=e.filter(({from:s,to:l})=>s!==l);return[...o.length?[`[%csl ${a(o,({color:s,from:l})=>s+l)}]`]:[],...r.length?[`[%cal ${a(r,({color:s,from:l,to:d})=>s+l+d)}]`]:[],...t?[t]:[]].join(" ")}function gs(n,e){const t=({from:r,to:s})=>r===e.from&&s===e.to,a=n.find(t),o=n.filter(r=>!t(r));return a?.color===e.color?o:[...o,e]}const Yn="M27 87a3 3 0 0 1-3-3v-3a6 6 0 0 1 6-6h40a6 6 0 0 1 6 6v3a3 3 0 0 1-3 3z",Cs={p:{body:["M41 47c1 12-3 19-11 28h40c-8-9-12-16-11-28z","M37 48a3.5 3.5 0 0 1 0-7h26a3.5 3.5 0 0 1 0 7z","M50 15a14 14 0 0 1 0 28a14 14 0 0 1 0-28z",Yn]},r:{body:["M35 41l-3 34h36l-3-34z","M26 18a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v5h7v-5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v5h7v-5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v15l-9 9h-30l-9-9z",Yn],lines:["M34 42h32"]},b:{body:["M42 62c0 6-4 9-10 13h36c-6-4-10-7-10-13z","M50 20c-13 9-21 19-21 29c0 6 3 10 8 13h26c5-3 8-7 8-13c0-10-8-20-21-29z","M50 9.500a5.800 5.800 0 0 1 0 11.600a5.800 5.800 0 0 1 0-11.600z","M36 66a3.5 3.5 0 0 1 0-7h28a3.5 3.5 0 0 1 0 7z",Yn],lines:["M50 34v16","M43 41h14"]},n:{body:["M33 75c-1-12 12-17 15-29c-5 5-11 5-15 9c-3 3-4 7-8 7c-5 0-9-4-9-9c0-5 5-8 7-13c2-6 4-10 9-14l0-12c0-1.500 1.500-2 2.500-1l8.500 7c20-3 35 14 34 39c0 6-1 11-2 16z",Yn],lines:["M53 29c9 6 14 16 14 32"],dots:[[37.5,37,2.8],[22.5,53.5,1.7]]},q:{body:["M18 33l13 31h38l13-31l-15 14l-4-24l-13 22l-13-22l-4 24z","M17 24.500a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M36 14a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M64 14a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M83 24.500a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M31 64c3 4 2 8-1 11h40c-3-3-4-7-1-11z",Yn],lines:["M31 64h38"]},k:{body:["M47 9a1.500 1.500 0 0 1 1.500-1.500h3a1.500 1.500 0 0 1 1.500 1.500v4.500h4.500a1.500 1.500 0 0 1 1.500 1.500v3a1.500 1.500 0 0 1-1.500 1.500h-4.500v8h-6v-8h-4.500a1.500 1.500 0 0 1-1.500-1.500v-3a1.500 1.500 0 0 1 1.500-1.500h4.500z","M50 26c-6 0-9 5-9 10c-4-5-11-6-16-2c-7 5-7 15 0 22c3 3 5 5 6 8h38c1-3 3-5 6-8c7-7 7-17 0-22c-5-4-12-3-16 2c0-5-3-10-9-10z","M31 64c3 4 2 8-1 11h40c-3-3-4-7-1-11z",Yn],lines:["M31 64h38","M50 38v15"]}};function We({piece:n}){const e=Cs[n.toLowerCase()];return i("svg",{class:`piece ${oe(n)?"white":"black"}`,viewBox:"0 0 100 100","aria-hidden":"true",children:[e.body.map(t=>i("path",{class:"body",d:t})),e.lines?.map(t=>i("path",{class:"detail",d:t})),e.dots?.map(([t,a,o])=>i("circle",{class:"dot",cx:t,cy:a,r:o}))]})}const ks=["q","r","b","n"];function de(n){const{fen:e,flipped:t=!1,legal:a=[],free:o=!1,lastMove:r,heat:s,notes:l}=n,d=Ge(e),c=nn(null),[h,u]=M(),[f,b]=M(t?"e7":"e2"),[v,k]=M(),[C,g]=M(),[y,G]=M([]),A=n.shapes??y,m=n.onShapes??G,D=nn(),S=nn(!1);K(()=>{u(void 0),g(void 0),G([])},[e]),Ds(c,e,r,S);const x=w=>{const T=kn.indexOf(w[0]);return t?7-T:T},W=w=>{const T=Number(w[1])-1;return t?T:7-T},rn=(w,T)=>{const q=c.current.getBoundingClientRect(),z=Math.floor((w-q.left)/q.width*8),sn=Math.floor((T-q.top)/q.height*8);if(!(z<0||z>7||sn<0||sn>7))return t?`${kn[7-z]}${sn+1}`:`${kn[z]}${8-sn}`},_=w=>o?d.has(w):a.some(T=>T.startsWith(w)),V=new Set(h&&!o?a.filter(w=>w.startsWith(h)).map(w=>w.slice(2,4)):[]),F=(w,T)=>{if(w===T)return!1;if(o)return n.onMove?.(w+T),!0;const q=a.filter(z=>z.startsWith(w+T));return q.length===0?!1:(q.length>1?g({from:w,to:T}):n.onMove?.(q[0]),!0)},H=w=>{if(o&&n.brush!==void 0){n.onSquare?.(w);return}h&&F(h,w)?u(void 0):u(w!==h&&_(w)?w:void 0)},gn=w=>{const T=rn(w.clientX,w.clientY);if(!(!T||C)){if(w.button===2){D.current=T;return}w.button===0&&(G([]),!(o&&n.brush!==void 0||!_(T))&&(c.current.setPointerCapture(w.pointerId),k({from:T,piece:d.get(T),x:w.clientX,y:w.clientY,moved:!1})))}},Ar=w=>{if(!v)return;const T=v.moved||Math.hypot(w.clientX-v.x,w.clientY-v.y)>5;T&&(v.moved||u(v.from),k({...v,x:w.clientX,y:w.clientY,moved:T}))},yr=w=>{const T=rn(w.clientX,w.clientY);if(w.button===2&&D.current){T&&m(gs(A,{color:ys(w),from:D.current,to:T})),D.current=void 0;return}if(!(w.button!==0||C)){if(v?.moved){k(void 0),u(void 0),S.current=!0,T?F(v.from,T):n.onDropOff?.(v.from);return}k(void 0),T&&(b(T),H(T))}},Vr=w=>{if(w.shiftKey||w.ctrlKey||w.metaKey||w.altKey)return;const q={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[w.key];if(q){const z=t?-1:1,sn=Math.min(7,Math.max(0,kn.indexOf(f[0])+z*q[0])),_t=Math.min(8,Math.max(1,Number(f[1])+z*q[1])),Dn=`${kn[sn]}${_t}`;b(Dn),c.current.querySelector(`[data-square=${Dn}]`)?.focus()}else if(w.key==="Enter"||w.key===" ")H(f);else if(w.key==="Escape")u(void 0),g(void 0);else if((w.key==="Delete"||w.key==="Backspace")&&o)n.onDropOff?.(f);else return;w.preventDefault(),w.stopPropagation()},Za=[];for(let w=0;w<8;w++){const T=[];for(let q=0;q<8;q++){const z=t?`${kn[7-q]}${w+1}`:`${kn[q]}${8-w}`,sn=d.get(z),_t=r&&(r.startsWith(z)||r.slice(2,4)===z),Dn=["square",(w+q)%2?"dark":"light"];_t&&Dn.push("last"),z===h&&Dn.push("selected"),V.has(z)&&Dn.push(sn?"take":"target"),n.check&&sn&&sn.toLowerCase()==="k"&&e.split(" ")[1]==="w"==(sn==="K")&&Dn.push("check");const St=s?.get(z),Ne=l?.get(z);T.push(i("div",{role:"gridcell",class:Dn.join(" "),"data-square":z,tabIndex:n.still?void 0:z===f?0:-1,"aria-label":`${z}${sn?`, ${Na(sn)}`:""}${Ne?`, ${Ne}`:""}`,"aria-selected":z===h,onFocus:()=>b(z),children:[St!==void 0&&i("span",{class:`heat ${St>=0?"good":"bad"}`,style:{opacity:Math.min(1,Math.abs(St))}}),q===0&&!n.still&&i("span",{class:"rank-name","data-name":z[1]}),w===7&&!n.still&&i("span",{class:"file-name","data-name":z[0]}),sn&&i("span",{class:v?.moved&&v.from===z?"lifted":"stands",children:i(We,{piece:sn})}),Ne&&i("span",{class:"note",children:Ne})]},z))}Za.push(i("div",{role:"row",class:"row",children:T},w))}const Qa=()=>{const w=C?.from;g(void 0),u(void 0),w&&c.current.querySelector(`[data-square=${w}]`)?.focus()},Nn=v?.moved?c.current.getBoundingClientRect():void 0;return i("div",{class:"board-frame",children:[i("div",{ref:c,class:`board${n.still?" still":""}${v?.moved?" dragging":""}${n.brush!==void 0&&o?" painting":""}`,role:"grid","aria-label":n.label??p().chess.board,onPointerDown:gn,onMouseDown:w=>{w.preventDefault(),document.activeElement?.blur()},onPointerMove:Ar,onPointerUp:yr,onPointerCancel:()=>k(void 0),onKeyDown:Vr,onContextMenu:w=>w.preventDefault(),children:Za}),i(ws,{arrows:[...n.arrows??[],...A.map(Vs)],column:x,row:W}),v?.moved&&Nn&&i("span",{class:"carried",style:{width:`${Nn.width/8}px`,height:`${Nn.width/8}px`,transform:`translate(${v.x-Nn.left-Nn.width/16}px, ${v.y-Nn.top-Nn.width/16}px)`},children:i(We,{piece:v.piece})}),C&&i("div",{class:"promotion",role:"dialog","aria-label":p().chess.promote,onClick:w=>{w.target===w.currentTarget&&Qa()},onKeyDown:w=>{w.key==="Escape"&&(w.stopPropagation(),Qa())},children:ks.map(w=>i("button",{type:"button","aria-label":p().chess.pieces[w],ref:T=>{w==="q"&&T?.focus()},onClick:()=>{g(void 0),u(void 0),n.onMove?.(C.from+C.to+w)},children:i(We,{piece:C.to[1]==="8"?w.toUpperCase():w})},w))})]})}const As=22;function ys(n){return n.shiftKey||n.ctrlKey?n.altKey?"Y":"R":n.altKey?"B":"G"}const Vs=({color:n,from:e,to:t})=>({from:e,to:t,kind:`drawn ${n}`});function ws({arrows:n,column:e,row:t}){return i("svg",{class:"arrows",viewBox:"0 0 800 800","aria-hidden":"true",children:n.map(({from:a,to:o,kind:r,number:s,weight:l=1})=>{const d=e(a)*100+50,c=t(a)*100+50,h=e(o)*100+50,u=t(o)*100+50,f=Math.hypot(h-d,u-c);if(f===0)return i("g",{class:`arrow ${r}`,"data-circle":a,children:i("circle",{cx:d,cy:c,r:"44"})},`${a}${r}`);const b=(h-d)/f,v=(u-c)/f,k=r==="people"?As:0,C=(x,W)=>{const[rn,_]=[d+b*x-v*(W+k),c+v*x+b*(W+k)];return`${rn.toFixed(1)} ${_.toFixed(1)}`},g=.35+.65*l,y=9*g,G=26*g,A=f-8,m=A-38*g,[D=0,S=0]=C(m-14,0).split(" ");return i("g",{class:`arrow ${r}`,"data-arrow":a+o,"data-weight":l.toFixed(2),children:[i("path",{d:`M${C(26,y)}L${C(m,y)}L${C(m,G)}L${C(A,0)}L${C(m,-G)}L${C(m,-y)}L${C(26,-y)}Z`}),s!==void 0&&i(Z,{children:[i("circle",{class:"badge",cx:D,cy:S,r:"17"}),i("text",{class:"badge",x:D,y:S,"text-anchor":"middle","dominant-baseline":"central",children:s})]})]},`${a}${o}${r}`)})})}function Ds(n,e,t,a){const o=nn();co(()=>{const r=o.current;o.current=e;const s=a.current;if(a.current=!1,!t||!r||r===e||s||!n.current||matchMedia("(prefers-reduced-motion: reduce)").matches)return;const l=n.current.querySelector(`[data-square=${t.slice(0,2)}]`),d=n.current.querySelector(`[data-square=${t.slice(2,4)}]`),c=d?.querySelector(".stands");if(!l||!d||!c)return;const h=l.offsetLeft-d.offsetLeft,u=l.offsetTop-d.offsetTop;c.animate([{transform:`translate(${h}px, ${u}px)`,zIndex:3},{transform:"none",zIndex:3}],{duration:140,easing:"ease-out"})},[e,t])}function Fe(n,e){const t=vn(e)==="w",[a,o,r]=n.wdl,s=t?[a,o,r]:[r,o,a];return n.mate!==void 0?{mate:t?n.mate:-n.mate,wdl:s}:{cp:n.cp_white??(t?n.cp??0:-(n.cp??0)),wdl:s}}function Qn(n){const e=a=>a>0?"+":a<0?"−":"";if(n.mate!==void 0)return`#${n.mate<0?"−":""}${Math.abs(n.mate)}`;const t=n.cp??0;return e(t)+(Math.abs(t)/100).toFixed(2)}function wt(n){return n.wdl?(n.wdl[0]+n.wdl[1]/2)/1e3:n.mate!==void 0?n.mate>0?1:0:1/(1+Math.exp(-(n.cp??0)/140))}function dn(n){return n>=1e9?`${(n/1e9).toFixed(2)} G`:n>=1e6?`${(n/1e6).toFixed(n>=1e7?1:2)} M`:n>=1e4?`${Math.round(n/1e3)} k`:String(Math.round(n))}function Bs({score:n,flipped:e}){const[t,a,o]=n?.wdl??[0,1e3,0],r=n?Qn(n):"…",s=n?p().chess.chances((t/10).toFixed(0),(a/10).toFixed(0),(o/10).toFixed(0)):p().chess.notEvaluated,l=n?wt(n):.5;return i("div",{class:`evalbar${e?" flipped":""}`,role:"img","aria-label":p().chess.evaluation(r,s),title:s,children:[i("span",{class:"black-part",style:{flexGrow:o}}),i("span",{class:"draw-part",style:{flexGrow:a}}),i("span",{class:"white-part",style:{flexGrow:t}}),i("span",{class:"mark",style:{bottom:`${(e?1-l:l)*100}%`}}),i("span",{class:`value ${l>=.5?"at-white":"at-black"}`,children:r.replace(/^[+−]/,"")})]})}const Gs=40;function za(n,e){let t;const a=bn(()=>{const o=e();if(t?.abort(),!o)return;const{signal:r}=t=new AbortController;xe(()=>{(async()=>{if(await new Promise(s=>setTimeout(s,Gs)),!r.aborted)try{await o(r),n.value=""}catch(s){!Te(s)&&!r.aborted&&(n.value=en(s))}})()})});return()=>{a(),t?.abort()}}class En{root;nextId=1;byId=new Map;tags={};result="*";constructor(e){this.root={id:0,parent:void 0,ply:0,uci:"",san:"",fen:e,children:[]},this.byId.set(0,this.root)}static fromPgn(e){const t=new En(e.start);return t.tags={...e.tags},t.result=e.result,e.line.comment&&(t.root.comment=e.line.comment),t.graft(t.root,e.line),t}static fromKept(e){const[t,...a]=e.nodes;if(t?.id!==0||!t.fen)throw new Error("found no starting position");const o=new En(t.fen);o.tags={...e.tags},o.result=e.result,Object.assign(o.root,{...t,parent:void 0});for(const{parent:r,...s}of a){const l=o.byId.get(r??0);if(!l||!s.uci||!s.fen)throw new Error("found a move without its place");const d={...s,parent:l,children:[]};l.children.push(d),o.byId.set(d.id,d),o.nextId=Math.max(o.nextId,d.id+1)}return o}kept(){const e=[],t=[this.root];for(let a=t.pop();a;a=t.pop()){const{parent:o,children:r,...s}=a;e.push({...s,...o?{parent:o.id}:{}}),t.push(...[...r].reverse())}return{tags:{...this.tags},result:this.result,nodes:e}}get size(){return this.byId.size}node(e){return this.byId.get(e)}add(e,t){const a=e.children.find(r=>r.uci===t.uci);if(a)return a;const o={id:this.nextId++,parent:e,ply:e.ply+1,uci:t.uci,san:t.san,fen:t.fen,children:[]};return e.children.push(o),this.byId.set(o.id,o),o}countFrom(e){let t=0;const a=[e];for(let o=a.pop();o;o=a.pop())t++,a.push(...o.children);return t}remove(e){const t=e.parent;if(!t)return e;t.children.splice(t.children.indexOf(e),1);const a=o=>{this.byId.delete(o.id),o.children.forEach(a)};return a(e),t}promote(e){for(let t=e;t.parent;t=t.parent){const a=t.parent.children;a.splice(a.indexOf(t),1),a.unshift(t)}}path(e){const t=[];for(let a=e;a.parent;a=a.parent)t.unshift(a);return t}mainLine(){const e=[];for(let t=this.root.children[0];t;t=t.children[0])e.push(t);return e}moves(e){return this.path(e).map(t=>t.uci)}toPgnLine(){const e=this.lineFrom(this.root.children[0]);return this.root.comment&&(e.comment=this.root.comment),e}lineFrom(e){const t={moves:[]};for(let a=e;a;a=a.children[0]){const o=a.parent.children;t.moves.push({uci:a.uci,...a.comment?{comment:a.comment}:{},...lt(a).length?{nags:lt(a)}:{},...a===o[0]&&o.length>1?{variations:o.slice(1).map(r=>this.lineFrom(r))}:{}})}return t}graft(e,t){let a=e;for(const o of t.moves){const r=this.add(a,o);o.comment&&(r.comment=o.comment),o.nags&&(r.nags=o.nags),o.cp_white!==void 0&&(r.cpWhite=o.cp_white),o.mate_white!==void 0&&(r.mateWhite=o.mate_white);for(const s of o.variations??[])this.graft(a,s);a=r}}}const _s={blunder:4,mistake:2,inaccuracy:6};function lt(n){const e=n.nags??[];return!n.judgement||e.some(t=>t>=1&&t<=6)?e:[_s[n.judgement],...e]}const Je={1:"!",2:"?",3:"!!",4:"??",5:"!?",6:"?!"};function Oo(n){const e=n.fen.split(" "),t=Number(e[5]??1);return e[1]==="b"?`${t}.`:`${t-1}…`}const Lt=600,Bn=110;function Ss(n){const e=lt(n);return e.includes(4)?"blunder":e.includes(2)?"mistake":e.includes(6)?"inaccuracy":void 0}function Ms(n){return n.flatMap(e=>e.winWhite===void 0?[]:[{node:e,win:e.winWhite,kind:Ss(e)}])}function Es(n){const e=new Map;for(const{people:t}of n)for(const{rating:a,isTypical:o}of t??[])e.set(a,(e.get(a)??0)+Number(o));return[...e].map(([t,a])=>p().people.typicalCount(t,a))}function Ls({session:n}){n.version;const e=n.tree.value,t=e.mainLine(),a=Ms(t);if(a.length<2)return null;const o=k=>k/t.length*Lt,r=k=>(1-k)*(Bn-8)+4,s=a.map(({node:k,win:C})=>[k.ply,C]);e.root.winWhite!==void 0&&s.unshift([0,e.root.winWhite]);const l=s.map(([k,C])=>`${o(k).toFixed(1)} ${r(C).toFixed(1)}`).join("L"),d=n.node.value,c=p().game,h=k=>{const C=a.filter(({node:G})=>G.fen.split(" ")[1]==="b"==(k==="w")),g=G=>C.filter(({kind:A})=>A===G).length,y=e.tags[k==="w"?"WhiteAccuracy":"BlackAccuracy"];return[...y?[c.accuracy(y)]:[],c.blunders(g("blunder")),c.mistakes(g("mistake")),c.inaccuracies(g("inaccuracy")),...Es(C.map(({node:G})=>G))].join(", ")},{white:u,black:f}=p().chess,b=`${u}: ${h("w")}. ${f}: ${h("b")}`,v=({node:k,kind:C})=>{const g=Qn({...k.cpWhite!==void 0?{cp:k.cpWhite}:{},...k.mateWhite!==void 0?{mate:k.mateWhite}:{}});return`${Oo(k)} ${k.san} ${g}${C?`, ${c.kinds[C]}`:""}`};return i("figure",{class:"graph",children:[i("svg",{viewBox:`0 0 ${Lt} ${Bn}`,preserveAspectRatio:"none",role:"img","aria-label":c.course(b),children:[i("path",{class:"area",d:`M${o(s[0][0])} ${Bn}L${l}L${o(s.at(-1)[0])} ${Bn}Z`}),i("line",{class:"even",x1:"0",x2:Lt,y1:Bn/2,y2:Bn/2}),i("path",{class:"course",d:`M${l}`}),d.parent&&i("line",{class:"here",x1:o(d.ply),x2:o(d.ply),y1:"0",y2:Bn})]}),i("div",{class:"graph-marks",children:a.map(k=>i("button",{type:"button",class:k.kind??"plain",tabIndex:k.kind?0:-1,title:v(k),"aria-label":v(k),style:{left:`${k.node.ply/t.length*100}%`,top:`${r(k.win)/Bn*100}%`},onClick:()=>n.go(k.node)},k.node.id))}),i("figcaption",{children:[i("span",{children:[i("b",{children:u})," ",h("w")]}),i("span",{children:[i("b",{children:f})," ",h("b")]})]})]})}function Ko(n,e={}){K(()=>{const t=a=>{const o=a.target;if(a.defaultPrevented||a.altKey||/^(INPUT|TEXTAREA|SELECT)$/.test(o.tagName)||o.closest("dialog"))return;const r={ArrowLeft:()=>n.back(),ArrowRight:()=>n.forward(),Home:()=>n.first(),End:()=>n.last(),...e},s=a.ctrlKey||a.metaKey?`Ctrl+${a.shiftKey?"Shift+":""}`:"",l=r[s+(s?a.key.toLowerCase():a.key)];l&&(a.preventDefault(),l())};return addEventListener("keydown",t),()=>removeEventListener("keydown",t)})}function xs(n,e){if(!n)return e;if(e.depth<n.depth)return n;const t=new Set(e.lines.map(s=>s.pv[0])),a=n.lines.filter(s=>!t.has(s.pv[0])),o=Math.max(e.lines.length,n.lines.length),r=[...e.lines,...a].slice(0,o).map((s,l)=>({...s,multipv:l+1}));return{...e,lines:r}}const aa=/\[%[^\]]*\]\s*/g;function Ts(n){const e=p().people,t=n.filter(({isTypical:o})=>o).map(({rating:o})=>o),a=n.map(({rating:o,probability:r})=>`${o}: ${r>0?p().chess.percent(Math.round(100*r)):e.rare}`).join(", ");return t.length?e.typicalUpTo(Math.max(...t),a):e.notTypical(a)}function Io({session:n}){const e=n.tree.value,t=n.node.value,a=nn(null);n.version,K(()=>{const s=a.current,l=s?.querySelector("[aria-current]");if(!s||!l)return;const d=l.offsetTop-s.offsetTop;(d<s.scrollTop||d+l.offsetHeight>s.scrollTop+s.clientHeight)&&(s.scrollTop=d-s.clientHeight/2)},[t.id]);const o=(s,l)=>{const d=Oo(s),c=lt(s),h=c.map(f=>Je[f]??"").join(""),u=c.includes(4)?" blunder":c.includes(2)?" mistake":"";return i("span",{class:"move-with-number",children:[(l||d.endsWith("."))&&i("span",{class:"number",children:d}),i("button",{type:"button",class:`move${u}`,"aria-current":s===t?"true":void 0,onClick:()=>n.go(s),children:[s.san,h]})]},s.id)},r=s=>{const l=[];let d=!0;for(let c=s;c;c=c.children[0]){l.push(o(c,d)),d=!1;const h=c.comment?.replace(aa,"").trim();h&&(l.push(i("span",{class:"comment",children:h},`c${c.id}`)),d=!0),c.better&&(l.push(i("span",{class:"comment better",children:p().game.better(c.better.join(" "))},`b${c.id}`)),d=!0),c.people&&(l.push(i("span",{class:"comment typical",children:Ts(c.people)},`p${c.id}`)),d=!0);const u=c.parent.children;if(c===u[0])for(const f of u.slice(1))l.push(i("div",{class:"variation",children:r(f)},`v${f.id}`)),d=!0}return l};return i("div",{class:"movelist",ref:a,role:"group","aria-label":p().game.moves,children:[e.root.comment&&i("span",{class:"comment",children:e.root.comment}),e.root.children[0]?r(e.root.children[0]):i("p",{class:"empty",children:p().game.empty})]})}const Ps=/^\[([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\]/;function Fs(n){const e=[];let t={},a=0,o=!1,r=!1;const s=l=>{const d=n.slice(a,l);d.trim()&&e.push({name:Ns(t),text:d}),t={},a=l,o=!1};for(let l=0;l<n.length;){const d=n.indexOf(`
`,l),c=d<0?n.length:d+1,h=n.slice(l,c),u=r?null:Ps.exec(h);if(u)o&&s(l),t[u[1]]=u[2].replace(/\\(.)/g,"$1");else if(h.trim()){o=!0;const[f,b]=[h.lastIndexOf("{"),h.lastIndexOf("}")];f!==b&&(r=f>b)}l=c}return s(n.length),e}function Ns({White:n,Black:e,Result:t}){return`${n??"?"} – ${e??"?"} ${t??"*"}`}const $s=2e4,zs=300;async function Wo(n,e){return(await(await fe("analyze",{...n,nodes:$s,movetime:zs},{signal:e})).json()).human??[]}function Jo(n,e,t){const a=n.filter(o=>o>=e.lowest&&o<=e.highest);return[...new Set(a)].sort((o,r)=>o-r).slice(0,Math.min(t,e.most_ratings))}const Uo=(n,e)=>e.map(({rating:t,moves:a})=>({rating:t,probability:a.find(o=>o.move===n)?.probability??0})),Rs=4e4,Hs=10,Os=(n,e)=>n==="draw"?{cp:0,wdl:[0,1e3,0]}:{mate:0,wdl:e==="w"?[0,0,1e3]:[1e3,0,0]};async function Ks(n,e,t){const{engine:a,model:o,signal:r,onProgress:s}=t,l={fen:n.root.fen,moves:n.moves(e.at(-1))},d=[],c=[],h=[],u=async({index:f,kind:b,...v})=>{const k=l.moves.slice(0,f),C={fen:l.fen,moves:k,...v,...o?{model:o}:{}},y=(await a.analyze(C,()=>{},r)).lines[0],G=Fe(y,e[f].fen),[A,m]=y.wdl,{mate:D}=y,S={index:f,kind:b,win_percent:A/10+m/20,best:y.pv[0]};d.push(D===void 0?S:{...S,mate:D}),b==="usual"&&(c[f]=G),b!=="alone"&&(h[f]=y.san)};for(;;){const f=J().call("review",{...l,verdicts:d,nodes:t.nodes??Rs}),b=d.length+f.wanted.length;for(const v of f.wanted)s(d.length,b),await u(v);if(!(f.wanted.length>0))return s(b,b),f.end&&(c[e.length-1]=Os(f.end,Is(e.at(-1)))),{reply:f,white:c,lines:h}}}const Is=n=>n.fen.split(" ")[1]==="b"?"b":"w";async function Ws(n,e,t){const{engine:a,ratings:o=[],model:r,signal:s}=t,l={fen:e.root.fen,moves:e.moves(n.parent),human:o},d=await Wo({...l,...r?{model:r}:{}},s),c=a.people?.typical??1;return Uo(n.uci,d).map(h=>({...h,isTypical:h.probability>=c}))}async function Js(n,e){const t=[n.root,...n.mainLine()],{reply:a,white:o,lines:r}=await Ks(n,t,e),s=[];for(const[l,{judgement:d}]of a.moves.entries())d==="good"?s.push({}):s.push({judgement:d,better:r[l].slice(0,Hs)}),d!=="good"&&e.engine.people&&e.ratings?.length&&(s[l].people=await Ws(t[l+1],n,e));return{white:o.map(l=>({...l,win:wt(l)})),moves:s,accuracy:a.accuracy}}function Us(n,e){[n.root,...n.mainLine()].forEach((o,r)=>{const s=e.white[r];s&&(delete o.cpWhite,delete o.mateWhite,delete o.judgement,delete o.better,delete o.people,s.mate!==void 0?o.mateWhite=s.mate:o.cpWhite=s.cp??0,o.winWhite=s.win,r>0&&Object.assign(o,e.moves[r-1]))});const{white:t,black:a}=e.accuracy;t!==void 0&&(n.tags.WhiteAccuracy=t.toFixed(1)),a!==void 0&&(n.tags.BlackAccuracy=a.toFixed(1))}const js="00NkXDXV3+pVhFb5uL7cqZ4rCRzPcvbh1GA7wO7c7Rq2PTTV5L8816vBmFm3/ptbj95aGsKz9tXSgCsQJkErDNlkowe4A/g/HeM/kD8QYLGuE8ZjJs6F466WWGHxKhNuRPU8+8zOVc0I93hk5Bc1W5mLVhyUr0egoQwgIiegMlQHRMH6d64uA0F/AOeVhNLoe4FdoXFn1Xzm4LGV9vdzjTx+n7rftUTV7ohfgksnvaA7ycxtAI3kxyAy6hrKIeN0KlN2r2MmZOO2DNgcexuNieboMPJ9wTX/wNXKWQX/0MUbZcMgypvQPMzlvhECIiYWQXh+0MVZg/zpLr+j1jfWktN2VPPnkCkVMfMIg2+F2c/NCOcEUAVLf8GNBUsVkPYwP3yskHtvcTXnR/2AmrETLZwZG9LDySqj7sW6dc+OwA37hXr+bqwD4uAaWzyK28g2BbZCQTPAf7pgtOLkuM+bRUs5llOGb7bZEFhNTU4gSvcHAlDjuHJXrMxiGGChrWu5KSmd1nSl5InoFwBdisObH8448aMF+6oGJs1iS82mW4IgDIiEThSrkpZvEwW3lUjg3RRDVfG8t5WonzSssy0VH/GG47gSvoPRv9iQqtwncKR3d41hDd+YTXF+HXa33UUN9TbyS1e+3UEKCD4tXfzS/oNr91PJWOZhCkoMSv/kvoA/+aE/nAp65aKuhyq7TZ52ZJ+FIk4IrxllMNwqQ1CZ/GFUNlASWovSoHtmcXOYwjXll4tO234MKwQP0Ar/B8AmjRO/if3dSkYjVrsbQKzeAsouAXPimmi3anPB/+n4AcepioxV6ln8fNeByHXvqiV3GpXjVAT9t+Kab3Kr/oaqI2aR5m6sjgpw4TXT4PTmvD7eH6ltMxbdj2/ILexSjdPcVh952VTSgW3GKxtRDun0KHegPYfC6pqb+J2SidLeC8JhxqNUFciQYg6kBWd5sJYDJAuymOyHXFw98byRAcNIeBnK4xg9aLMdfjqMU5IAxB+JfMyKC2ZSEc0eGVU5WeX5bYru+KKSl1OTiumZouTj1j7R5smZ80QJr9r1XNd3+ey7ewbW3jvrs4w5wZldqjvPQMo8A/kmL24UhSbViRFhZOl4cv4M02xbMjwdq9Y4gyMkZfhQSrPUOadME0YRZktbk4G8llGZn34gp4Sdsx8Lv1o8xzCWyW35zsNA2bcekgIRppRQ0Om8jhCiRak1tJAElUAqSQ9BnAkGRYM3vbXXY+FW8K6HDhVuXPfRY+9b9X/LasR4r7ZqFawNMSBEk5Lh1KLJHJkhjK7rzwnKbV0R/cfnTzHm/SXf+EJpEsjqfs2Pk9fnUk0Ajopwvwz/hBP+Llvev8UcjjME2LXCIACr2eXShvwYtWthIdyLKGrdudRCYWlpV+R/CMjTGvs8jSM491GDZTfchnfxyCrzRIyTJeaqte09ZS9SMZPshATfRURYwo2BmT6nQX3kxbw5M16fumboaMbOzw1E799vVBOMBFG9az6dO8zkbGijeFvgzpeDDINfJhAjySU9wy4aljrrC7KMu7OeiT6ARgB3MHjRdQtPtY0s7/dBehmRfK/zgufSq//8/pqW0Nh5EE0MOAPqW9rXBBbtj/qQ/9X51NZnHJBJDMjqiuf2jF+4tWjQKhIgZEFCuCY9xYcM3K+853Vzhlmb2N9bGV54c1EFr7Y3z/LZpa7tF9IKHVtzgg3m5CEXMxtixEZzBLKbB7kjPXatsqlnkt3fWca2i6hYksCX38r2/WINEwwBLD14pE+nxcWmx8b8yyJ9TPS7iPT8O3dKx3aNXZO7eWpCsBe/a5hR6CTzxBKkvLIflHlmgEUfSB2yX4lh6pNt9TZe96+5v2ufCjw3ofU2LeT6KCzmWJq6f1ib8dQzttgrxZoHPJMubHbpmiTdxE+UA1YOq09BdsQOnyZGdTIC2vFDDUpsndODuq2kFAtikAaKwDKSzxABCPeSq31M2i3lcdA5vEFDPJZ8i4bWUTKG3rjPTbxao39aEdeNOIoMYwOr2+isl6rZJ3K/uUCj6XLcz730SYyps7PQvX0E+0Q9RMqobiifv/OU1+/u17irz8SXyEA2uc3i+9I6VqmzHv+tzw99KQD/Lqq7R0mFeQDAcmGHg5AvEvhkG/n6Uzfpl/XthTfS7+61z3OjtuImoF/R4PCAQWFuaG69ESzbo/fKEQHGqZQ+prNumn8IC9dVIDQUbbB424U7yRUu3ToCQhP2x+ycjygEJuiGcTyj1FLDA9g0ZQyqkq5kNPlZ8fU53JhBUhtqW09PVOGVDbtQO3FbEuDA/pjZXaPjglOUqQ99bqAhEh63rUe12uRUBwyaB+llFkC02++o3vOL4WqcSojuLcTSUmlGfcfOkPkYl0CWysh9RbaLxGQD533K0CN6VgmVK0XUHxR1PJEEkYiysML8/jaNxwHNO0cli08jU5oTrUF/ZKvgwJAJYoQDM0js0npeswhQm+pn4bx0p2Xz9k7ODost3kX38vUxAkTXg3nTmoRmFDu8psk6d7HC9aiXQu5hjdxZA0NUgG76MXoPClWJLJzUZxHenxXMJ/5gv+EG79pX5dDMjigPaCohXsjCmbq8LJmmJubMVnFBAVc/ODS9bfdtICF/TV+jaOJ0g2n3iC3+lUnwuymHl/LyJ4qwIqUrSX1/3eJT732/8lf18qIjqpb38uNXNBDg872IK73hABqcBK/TkYmawhxu6ZM32hBgWG7tX3o3ewLCUEBZMOXoBjt3H1c6SkkAgSuuEVbwsFFQ1BDtTjbpxse1f4nysDfTtD1NOBRZZ/YSYnIfi41TJc6cyEDoC2/kmW3+vltRs4DJQ6zVFF+DKnmkf1qFigduoIib28BvjIrldKfDMYkaVSOHh4l1ftYZ0VGRQrjjICGfAtwx/zodwjSZBGUQcp/dEONVIOvSIPml2BVFaF+4AKs/GAvONfZMTsx10cjthXUcm3W4YttOs3lg9HzdpkbmtDbvcjh6iia7ktM1c76WZsXrSsiEuBw3MejRMT2ntsrQKddYQImSlEeH0ITONxp15D4nX2Q80/roRs1JQQqyPMoUbsSdXjDIyfG7s+t2umbNQJJChDHncXDPLXGTnFVNzzr7kM3NZUj48+mApUE9hVamYEryDlKe/XXMp7x1eFSGd5cEvVfO5UcTUvo3tK6llhmH7qO8ChXXMJJQN2lhaiHoetIHJ1wggN824/5zhnRA8thVGHKwzTMeuxMTSdjUkmNR3Ezl8d3ljU+43XlwhR+ooe0ll0d3Fsv7lDt0FXAbkwTVKGCG7H6FlYTbSfD/8FGXklXY9xk6GsDzlc/Xo/xYHCWnjzLfFwlqMSMKh8DuwW+FllNTiSmCWc4qWIqz/FlIqPsqakvjFMrGiTW33zIG2wql6+nYQvF6JQThW4NQXrnG1Tp0o8073Za1wKaFyuiqviSevoUdOQ9lh+gIVYju/i7uXA5Trvec6Iyz5xgJBlUzOCzPZsAZ5Y4hpJU38scPc9oVAMfkLyO+ilKpnytQQcNWfQBqpRUsn76vjLoMefFmHTJiUeeX4TyC0a5RJFU3p7G6KBMcmroUYSjquVawJzNurpWzbMenyPPfOfbtxwyUgYGATufYjkZgyakMMBkT7Ur8+uJurwEvBtj/29KURzFgtdJsLF0fN3sSDBwJyhiAg+WQY1SlMh4HktvyAiYYapWfHsnRXxDga/zvZSKpOfmqM+sI0JSVJR6kKJuGT7U8rIgOTm/lSL0n6JtSp9HVrTy8i1PPWrF1jEzb3+gF4owN6OoS4CdIA/JaSXNIjb5BHU7NXw81y0WgIAd1vCpsNoNL2aIW/kB++/efjBO3S5LPvZj1CHd+ywUvNOtSDU6YWgs6oM3RQC0R5lvdU+AVrhEED0fMmaQYPobZom6kfzjzhPLFflbPIiDyg4QPz1QWArj34rk1XwdJwQQJGADn6UgV/th381/PH9Syp19pG8psICTVgnk8tvPNJLNQP/w+GjsmiOIdZeHs/mL23jAFWs/EcRK6gdvukz+6lSRFCdKdFtFrZqG6jvWItk0dvpwVxQC3zjAu4Xv36fV/62Zy9OFG0mYuukokZNzj4DisPGm6aZKTJdL5hLRoCfGHaa0w1bPHpnXrsBBYAZEb+8mXgvPraWN5i6qek7nBmYmT0PLsM30z6XiLEevggwTR+V1oTbzK3OIoMg1YjvcckljGCEt/IkTzt6vnSTxVIeuTT+lvgp3ec65pL3DQI9W2Im9a/YB7kSLBe7hJEL/gatVjgK1Erj3t2h20BTQO5TqSTFexjks8d068HrpKKREow+ByAjQrs0dca0eglHryd3DCXevCIjkLTREwb29qlHtNrDTPdNftQX4ux1n8axcftMpjzF3M/XFZo15ZyTTd1nq2Va/dSI9Y11kdqOcnR/DW8jvum3CUvoMCMaoXYHFmZmXLkD0Znouvptum2OWEJevly4D+Nk8dVIeH/jvU0D/1GNfJ3naFITMI7MZqYRYxZA2vixN+RLptra6DVaF6hYXCnMPSvvXyBRW81gohy3ViXoF0t0XdOAPG8lMy8jMS9pL3G6k9Kkt26EDuBbvUJc6v4IlkQsiN2/EWQZ2E+xW/8eo8GUCStK9h6Lqc5I1K63mIeZmkob3jtR0ypCiZjNPqxxBxalDZQK18ps6PWaVLbsclD8W2Xnr5X6cdAyJ658i+HoiZX9lWd7y2mU9xFSUBZdkXE+0QN7lICR25qb5sGh8mXZJHM4hVwPuFbAY4NgJQENrh0Y8OOFPJIYYf1tsFC5gfmDcw1DCnyeTgdhBKpooCVI+F26mOAiLc5JT3zHmMBfnaBulZFFI2Kna5Mk6WOk+ffJ4PhDLViISVlVPlm7qWpJHFqfxszWnn3Xbg/TP8/a1Iab8tWYDIpZ3/uVdIZuoXwbMr/9QYJwgOXfrBcuWX2mizgNmbEEDqREez0fe/r/fxZJKtqxxOjQ2XlEx64Js86sXRCHEWa+xiCd6oKQGZ4ZcUghQrJCbXM85A/rBvLXW7zpLxeG2/rtxfAlnaGY4azRu8yNInqYjYNev4Y5O/Udt990ZRZnk1vq04k0bLEIr9a1xehpTfHZEe+ZBrbLbmwx/o/WJv0oQWCFWUUPR6sM3NKTy0+CaOC6bCSAlby+fBAv/woLwSM6xXjMJlwC48iOLN2hW8cW2SIkZ1ilwillkYy2GW+eDTjMIwDoIjN+tr1mJtvOwrK1sBv0MdI3XOc91cMJOBW+1niEgej/3gEAeDLQLRSQ+jQp9X843Th2iFcjD/qEIwXtaHJf2hQyPnioqJJ3R3W9WTE6OxtBLjb7S9lDNPxa1vK922SbCPUiK28C2Fy/GO3X1angSSjvmW2DbTaNGNu4qU9vP4BEgX8kqUdI2BDxfpXHrVnJ8b8BHue0rbGNxiYcizEB8UXqH9C0C2iOXK7N0qOl6k9lL/rFTubSZItD4ZcnjhHzal8v7+/GgT1Tqv+iAbh/n8gCzwGAHRJg8Es0QEpsqavpXvySABL66P8dze/yf/10vYVQxyRryhmTU2bQWEH4oqAz4N8eUKq9DAFrt5L9tExQhC8zSpfLBYsrVEEsuL+sZSNQltNMFiQxJK/pnpe4ZJomYadCT5JiBOJwtWCb2aYUE7JwW1fK2z+FS5pxGFjLMRUd2aEOpmSTyJO4l4aPTXCk6Jny3oNKQBC+xX2YP4VRtk1P/14thLw7lVMtJpVnNjTW6aJlHz7GsU6UpWBhS9TESVnFNnfth2AeImnh9x9JO1xxhAZe2thlEPS8PV1kfcHs5G2yJSKHzNs9e8ezjJQBL1oje7KtaO8fuxIRsPQnoHH30bkqTfk9mfe5qSKU6yZqDyaACL1+yVKi/qjeY2uIa4RLcfEREXVNLIgTInSk7+V/lhMWorET0d82DxxY8WT1wsv1tLy4TDSsSRlG0o0vtEsPef0lsPpZ91GkplSqmrwHwqlJAs/J/WctTRZssf4SdTWL4swzXkA5VOMu6kPIatNJ7VgjbRJ9xl83unRJmQKSfA4oqzIYuH0bNI/9fJ+05dD4KWuNmLiQVIa/Y7/407eo/KT4N9D0s7WAb6E8y1aBMUYW5/lvHrJKWY4yyNBoFX+WPmyysnAgtZCZGyjDXjLijlC7JMpTt1jCnS5WKbK4JllVBYpx0cc0wziNatXMhlNsWc8QwQYfZx7R1O/noBSUIF+ID1HfxU4K6GAHo+sazW/7TcNtXSNqmBYIN8Tyy6fI9xcU2pTLjpOsVFLG8J66t/hH1EGCNadOPsX4NNN0p3K4bZYxL1cp7W2sxF58VME4g/5EgkRuiR0lIYBoChGqvCXg7z1T313n66G3MNaWmaPrPWfwcf8edcxkcSKiP1Mdc0BnN8IbggO5qaxta03+H85OTFeyTg1Fimsa1KsDY5Y7ymOSRUiKLad/2kfizKPJeJS+vz5QY74Isq4QKOJs6W3v+bFiGsmImSL/T8NmzmCy9ujQir71MHtxeZPBGdhn9Cy4e7RXaUsu1pG9hUlZvQGycVH36MAEMXLHEXbp+lPQn+kE5Ih+7xrpLLi/1Yl3A1ewr25w0guRGWyBKRM7MpqCM4CTQivGcddNBHeOBhqAJCD/aITDPrtV2bL0i1hyePtcBbROVtUjjq4qSYS2g3Uu+CdXGjuOKvCSB5Ul70lUzao6utcF/XMxYb/Zzczv460KZtCbESJoncEQOjMbZ2gIHKtEg7G6sTwXf5wgpjnkt52vbKKw2edEVZugH6uFK1KWwK4xjYU5VYILv0CtVBvFDk2DDe5+jjS1/ELkyHBsuutePD9Becz33bVTYKdgXGCCXd0zMcxJP6sT7R7IjUvn4KuJqaOnxkq1Dr1IgMxLMfxZTAzjPOLIvcHoa048zNQ3/1G+arP0/8mF+13fmMrCH9nEAiRhOCSNRP7AWTU0MEwGbxWs1Tqo7g4aj7eR6mj75HtJpEUlAiy8vpLmn4Y2WKGbq2jn/nAOHM9b1j1jP6LZRuNUWvWJrDe9b3vIJLPXsOg1s+ckJklBXHfqyB12mvaJbo9x88F/ALC7m4zjRX1xvR6VSy/IlcvOHmMyNcr4ZpHso33mWk/VMhA7jJHata/eATSEptfmDk2guGtcy4TYkPcBeZtC7nJQgnQLfAFxJPpNgjd5FPjJmsYDWqHVVaZa4AX+qo0Q/JFkNndXb7NeWHueocn/EWAzQdkuXnGaCIFTYW8JcCNLpCH9SvMvPwp+qvkKlQLMg0faF1itXeEeg7zuURA/JAvlyY7L7TBJmHuu6t1wY0AyiY+BQezgyjlZqUil9ZdxQ2PPLf+PcZIUNjh4/gy4DUl9fFWxs3Cl6IdAIQi8HR1Pw5eYFPBOVHpQjb6V4W9NA47Dw8nypKPAYD05jCoreV66BGZI7Rpumu8BJFNfoynjkvdaNNz8CCfe1QyyIjZh1ZMSRWJ2xVy0fmBNt0S5qEoOYafn7aNfrhXaibXWHrqeoGukBx5A516yhgTLdp1ZOjdSc18cR7d7JxExhn3AUZzzCxnSjILHH+once2B6JhHyRire8C75BACjqYJspATsK0lDJjAu4iUEE+uRqx06k0se+GYwNX4QsJhdqAluHbPs8ws8dbjkoXof4GlAOC9reEVxFTz2urVcYwRsi4mq86WKDX0ytKlMHGxkKPLD3jnELcYjea6yal1bIYEgVRKo1sucWScWxcq+TMcau4iNNhCTf1Aa/Z9vNWBjsruVjfXYJpEeEHjQkFxq48v6yxNoHNTku6QVFIZSeyEipfra7EQa3otJflguchGCvzsxOK3FSuh3NHQeDHdnIgDtiil5Qm+t/rYmiu31dwt/ixXbBy+i1zI3Xnt0a+5UxwSAU0Ho87qTK9m0Z2mGOtdFukSyoosFY7Go/xhl+nQm+TvDkpoTgleI5/CFQ5Pe9vPLsAIR2dco9SMlRzbdUo+CwF742eSH5vhWWzqOBG/yk+XldoFxQXA7xdS7YoiNlHvppdEhANPy/zf7ePU7pndbBLEmnM4Ne1VtRssicQlibTJFU/l62PXuxrHgrcEnZqD1yKFof4WIse9OEqbzUTZvj3p/4zx6z55gPssbuS8QzAwh8FK40tB6vHFo9iZfLzx/gTwzG9JHEdCcsuGL5wS2RlftP1/TYEv6XFHOV7Vy51ace3lrhLfP+zT8wEjqkeJ3rsHzLf3d+RAZXLOK+UG6Kj9lxqHl8sKEI0pwO6Jp7VLxfo4VgQSvJQFygeC7aOT/AT1WbJ7kgWoLBp4AVm4AuAaFNR3LFBLcIYheaRUBqRwE8F0qGkzG5Zo3YMTcrj79b32903SxF8ONXn82abgwtPKdjHdBFA7cSw+kGWaW7PXmi9T2bT7MYbqR45/y2tsSBUZllFyn1UGz+UVN23TelIhOsrAWh+UsaDKLL7ILsZvl7BOjVJC2uMCFswemm2PFvedNDgXyVk0LLrn2lweWE0zh5X1T2VrztLq8DZ9iQis0f3kE/bSt2Mbl3CO/uNtSotVXyb8t2r1NIphdDqAytpSGbPnSl75QEt8N3nb6/+UKgFsG7MegOKcgi3L4wM2qvWpH8Di3Xhs6R4LAyuUb9ny1c50dlgE9OzgKfb+mlO89O5o3rBCjJMEICcW/dr6hk6daFK6eQWJJXe1LMNcwlGQIOa2WRmAukosWE13DBiUQRrG0SoAPsRGq1+pMDpZMvgSDlH9YzuFyVZFGODsKBb+Dzb5lTecysmi8MDehjNAsb7g9msICg/1mCkecQHrm03GtJNsDDRJr44JHCXJmGZiR/u59yWkgqGj+zFKlNBF+rvBFYj5cjWgE/3JWsETAidU8GQqRJWN6NJ0usLlAjJOJ8JOtezQglKNQbmYMSuONmGDQaWFGLjt9Mt0CczWUwFcTIoGw2HlRdYOrdO8dz9y3YQwpyyqz9ZYbNcLA7GxmRo0BFvawBAECe45wigk73HSzMMZvunsrMdnL7W/A/xyexg+FGWKrHE6acMbTeg0uaPx+VZdZlHzrb3CXP2/R8MOHvJPCONfY72DahdTNL9LDZ3F2VwLP6SmkQWzuXQltelz+1rUKG5+sFj13/XH+xzDb5Xu2JYI0jiWuZzlZJlrIPAh0a1RMkSSRC5RDxYNxzaEU+XFPHcPMt5nfHAwGgIPKdsVdmEZC7pcLj2BIuTnT9pzB+XqJKv+sw0oxTt5FUfAY5DE+FLmSOD0dThLZf4CHB6EoiDV0/TArghQ3X4IxR/AWQ/PXVHBNGXhqSnMvgcK/GfRSdJM2ClyKEGfhDcMDB7JZ0ngqgYPtBQKgrLzHoH0xUhO9LrAroyjh4CVPKDX6fNWhHbuouumx510U/LRDUP+CLmconZLwKh7bzvNpqzeXGTIDdHzdqDg+DvejbdFPAZlkq+Rl7MpLkTT5jNOqaVF8xHO0X3uq2tuHWiuV00BUuRMupUn+TNICYtyk6ivuaZMj2x8Sl0xDPz6sB9z7SGS9A1DpBRwFHg0cbQXXh/W78lYD4BkiiGQIojnaIbztWkX7z0MWxGCSKftT9MpqlRNJnO77oXJ1f6JbN9evBj5JrA445Qz3IUyULBpA+gq/urpF6X0qYrOwAQbDcLTgZ4Zav7WaCZ5i5jKiIszZkXdbCLkwbze9pe17gLt3zR3AK9ViOpuf0J4o8P5gr4Gx+/G6MJaKUhIxHlUOZ/TM5AryLKiaCehKcX8F2LHURwWcZEI64NsdTDyP8SgaEiESY11JZk8XnFNv1VC5ombkfJjQzRhlbANHxC8W1W6eUnJxZ/6CcNHt7pERo0bYGCtWPKXsc3nFoWHgwsRNo1UEc4ButKbyf39cGbcakQ8aQbGcjrVCHt/ZNu+yb07bMxzdJ/YVrkQ9x7YPNYepaXsWwKXLQPTRYTf1+GK4LLKPv++Sri4w7d/Jcp6ybLqX2U5qcxlG5XETByJj83uoJ5QG4aAXyemg7MUzD01RfOCXl8DtLU7Qvh9kesDfJ865nw4XVtUBh86kab7zhs4d7u648GiBwdBga4koJ6YS1Chl548vcntcbpgcbW5Nu2/qUrTUHVN8Q8d5uYfN4JKZYPCJdNx2NG/ymj66LAw8QJdCxUf4SVAkrbQdcztShc7117JciY+zFcEOdCtwoC3hSLoO0W4HrnQJGn+kMu+PVwyobxeMB0s6q1you8+j9+u7D+8dHjHEYR5dzk5YpBOm4i8S1Ja1vTE60UK5S/AYxeqPh6KO1566jRISjRMQT06OIp6ZcHm5Lxx0FUjKCUf1ZLA1BNITnAs0iQSIbezwIvA8jIxtSKt3BiYEkXm8JCgPet/LcSXzJRcclR881KD4w5mGB5K/l7IJ/ONCWzw4FKtFGdkeu/aDAelEIrB3GhVGsmvle7sSI+7Z0PvszbpDH1UTNsBRU3nq6A/f4X5HZUFDb1ws30wp486ubZrb+MCN7kA2ev8WRJ63d6TPG0bKOrUxU3Jrl5YMxSLoAyyMQ/vDOjX73PTnRpnyrWffF9jsLGgzeHj15T7z1dPVKnmdly2uv9wAymfUJeJMQkHITYcIpWUWWSfTkeKi7HjeHQIUjjDcK2hze5d7O/TssFoZnyfQ3uWPT7MmNIUc5b/o6oADs8Oyw4U5Z4HVf3iiEkMIh/fvxAq0PESy0JHs3N2w7OYWcSh5OU+Q+gWvJlWYGtA3jvsKU9g+084+gmUNNXWP+Rg1KGikZbsUVxARWKdECK3hx90IO/oPRe1U3uPDtImA8bhTKdvjT5CwL4JaPQP/8In+JVRi7syX0KrPak/2+heryKuRaFi21cVI9J3rquQJhH9tli0dxlxE1Ek8VqJp5zp+Y5ITMz0wcK3ZuTnVm5LOkGBUO8By8hZxvwnxPo3Rv+NzTOFdWRqXtO7JzuzIGCFQF0lPF38VhprA0m/1pEXMlz4beTlUpD1/G/BysH2m03lDaqKasspS74p9sJ8bOTRmrR2XcziI1HzQib50mdUqhHDvNm0YRdDiCHA7kkJpPJOQ3BZ1ARuH3Nm/9R+Yp6wTscmilLxKSHijw5vHSJM7I/kLg7y621ms5TOmtSF3NK8DsvnDTLEacRVMdWSpF0Q5ZOYfSM//FkYaWuKIUXGqxvT1Qe+uYSdM24F5B8ViXIYdVqX3N606JNaaGVWigkCWK55gp9Ikq1EAmOzayeImKcek3dqUJer7daALpfnn1bf9xNJFIQZXvVKmxcrwioQdtHjfHSw6SxndfPOVt46LmZ9JskqM35oA0eH7AKaa7YKjYODkE3LCkaPLiqeb5GuErjGXu6uosB3Y+iqTspTjlPTvOulh4X/OIVyhEF3Uq8lRHT+zvrFNNxMHF/JxLrL7VEKwlR7qPSi/MJeyiuZydGkmOiD2B1KUvKxfqjFyFayn4mguJbV47ZZ5kMtuUMspgkKQfjpHyK/C5bsYJ/50RpOl0W5Gt0D6iVA6wdtAOtM9eRXo7bbrGhRqIAKMLz4ZaMM2tP5/SuMeTz4XFo4/4LJNEGDof9lTHJWPG238wvotnUZUzAejGUhdtVy4wKrmC5Qckrlk9GEPywBRsmTRAY+KKTZ9ErJAu6aV8T2cR0ENs876YYYGAoQAwJpTnYWhMEJ8EgW8QOYuYj7HRh1CkS1jGio22/Kdg2FJ2qQXDVc5PeyM5vHgkjBNUDzl8bjVNMnk4PTDCB4H8Tjn+YPf+Z9j4YF0LwDZepM9PrpOko2D6MzO1xsUiGgSwzKsShHKy+nTGol94gptAOS/js/iOBOXuE5ZHmTE2RtJkHq8nXKpbRCdYNJkZxT2Kwy6FYSSbyaLG/K1E5qtbnHrLcDkvQG/0BF4ejRkznWIW7aIXOV+2Phgo3LJENKfPlpZdtzDnxNzl0dlzSUaq17mh3D/v6Dk2fT5kxfeM+bk6OoAuVpICsitN6E+w6ef/ReNzTguWTyzmh1AAs1P059uXcuskshYgfScPS+orAuPKZayEfhfej5Hp6XxNqk5UoylrUqnSx9RIlf+sbe3sei0yxuEYi+p+bzipIoz7NCDq+1MP0i9K9d14vv5+AscRibtaYhHC/59oXW6zxM7UnXv1Xn1jnhsjWGWXmuogUYuiE2Hsf8UvPDkDuuWdsxLwz19HcW66AT4fCt2yoKKAUSMeRyo0XpxotfiB/KzGjif32B1/tyCsjG8JUusxnlzR/JUfRQ2CsaN+8nxJNmULJoWO3KVsJcQlXocdGR993zMEfzrowSShClU/yhJqCeahdWOVbr447PIpSpLbtxPG0N2loIkXv9cy7iCQ6gnvdR5Xo0mOKunU8Q1oOv5D4dsECHP/B1sJm4DsBPt1RO2SRaACpNDPGVY+MzDmq/lWtQSUQgp9NDay27816tl9CmS0p01RcEfos3aCGYR3QPTaC4cL6F5u1kqQa9WqNLVZF9CyteYq3RUU/MdZJupwLlyNOGcSZPblgJVFivO6oS8n+Lhi1ux5UFKrHMDCZ+Hz5HC4rNW4+sJTLWdQQBcVTLRC0dCGtF0/x05yfS8sfXGpx2rfRdUN+y/af/wt8qg/Fbh3Rg1e+LJ2LDoOSreaNFQDVaK2wyh85683NY27Hao7UjrRkSFPJckgFl36Pwyu8XhKQI6sIi+BESVaeHh5KBBpIarFLg1oYqLJmciHx/ENav1fUSTJQWxj4SuwQC6zdNli9QEtlJDPvBZE+zfmRzfUGScGSRhRME18H/ZSfblYvgM53AyPeVF3xNmo+CDNlS/sa3oWwZ1YEb+6Kwt9DdPtTOLl7zShDyGSIFg/kEuWdsnGoRpM6WsHI/rwdmoRoTWMaWCv/FJ+GkJiG2gCtYAqDhwc4xvItU8THxP807AbTUFpjsufDq+hWh9KZMnt3qvhNP/QwZDc3McwfFovE4yXGtQdaer8HtGIhgyIe9Ot0pnbJNl7OmbNX3uildt+v0YeZme9m5hPxivNoISbvga20lAZfQWg23VjbfiYvmAGcUMqGeHup85ZBZabvnEIvWlVDA/Q9MVot57oQtSLTl4Zh0tvAKxe6Glw4eqMoQ3Bbtm6ui9Cs+IrShdwRZH2u0TdckY2lOu6ePr544C17jJj0go4WutqO8ZHkP+9vtdnWL0hfh5C92fi6YAk4tVo4lwfYGLbq9hWD7eMy5xooswrpLe59BFBs84AS+rnFuMnd3+mg0Vy8xSd2P3naAlM329Q1I9leRoKbcJ8QzCpEgRnZrKNI48qsqhgyvzyfidhsK2JlnGi+qL87hyIrEhApE9y9F7tNE+g9ua1cjz+Y6WUjtaTJLmxHILGreKA5gRjjuOPaogn7alsw67esa7+3ntieo5Zi1PRzW7rBTHWL32kMVpWyqnRXLJAmkGFvL/Aa8VteLYVmxNQHa5/d/oz95m/ASxGyhcH1qeSRqWW64+i2WgV9QWYnmhydExWqBsw74Pd3uZ0Z86CgS1IiIw3axmxCF5IFDaVme+ho+iz+xsGJMFCSYAHKtaVDEjRLR9/DNCQdR0rRFjghvCKm4mknq0L0GjH9dQz05x+xfw+l49b/3DO89G+gMWhsRwUNHd25dxRJ+MbU9EzG6/GsCqM1JgqAne92xY9UTsqB6HnalZDwOe7aDdq1U7Del4hqa3QoA4KeiG/xNShmlViNFFEnZ+NnojBHfYRVmUumZARNwBv5VteZM7eGScZbq6M/byo8VtuX5FPeSKWUZ31d/DFT2oDqCywFiuNB2lK7ghKNY/f/3rV4T7hn9zcyfe3s3FUM3qPJ+sv3VXdlNQezcAT1TJbHJEoUDJtwtHgYMqkam7akDnnchVk9DSjjLy8LTNerb4IP8iJUrU+YjWMCZ0j2kgVJ+WY1gPagko00H5vqzgCkD4E4J5WZfS7EDsVsq65123kEFKjeMNNAgNvbfJzBnjVHF93RcSwwTUFuxqEA9ZmzmgIbENrFpUyNPeqxF3qpCK7wqRfOP22NYvbi/RzwxQGY5UcoF1dFHmqJUDgODdSypu08JsYw43QbxRucWX45ZpX5zwmwZv+ItLbAtTxNPdDEjs+UjbDFpQDz9iRUpsUZgWseBfaoG9KxcHGAxMLa5Emx52IDNxQ5KEeUGiGGQSDpYHEyZhAutrrDjq26T8+67kEjRwvb/JWz4/vCZ31IvhiMo88zl1/u1yT9xBjWiWC2628E7tdaBfpyYP7HUf1dEav8sAyjOPA1/AXKZINMuTli4Sg2+Oq3td/t9ddyxkFpsQwZEFzdxm5adpAdluYQnCeWvDVVeAPcurukt92TnMxDHgC/1xrtYhn+Gs/lsc50jFqqMFGZu/E7lIxMJqaqFZp0IgBfwpquM9ShQV3t8HUYytl/PLzAS1SgEjSyUK64nuUZvfVCtspGC63Ce+hF5trmvszf9ncPv92hJ+oLoStb1MFzN8agx4/Wt47HuREW+aoRUofU+vPsEYQoNHYcvMpxTov7vI04r1UUJ6/h+j+I40xLT654hSjpBf4N+aBQd5e4uqWvgPIsKkdzunj+lJsXaFnkPCQSHNhussUTlL2WEIu7cFFAPBbNnt1xS5Kj4iUv7AqXNPerJ2Bd7hlb3ZrkgZ7fzaGaXHRKrk0vIVncqnBTyH6kpNF8r8vxti+JPY7gVnCmmG8oaNfnF9DaG0nDQ6k0MtMorfYtkj1cy1Yso1dC/mgZ0/e1YWTjRC/LOZyWlNdAl1ZGCKB5SY+mGwesaS/54yEZaq2H74JuhXsKwojDWq/Qupd+ZfWVTJAyUK9Jqj0Hiq2SB8Q5eLo1dqydrLIesDooUytB8jBwJUjG5OjBKmeKK9gPkYfQbZyZwsZ4tq3Ys0+pDgl8l+RMLz7/hg3PzJlVV1EJDwoL30W5jTFYwiOTpBjdD4TQ+n+PC+sPYWbzuAvNY5eFzQtJ6DGAxX8UHxJrRaG05PxYdhFVognaJgz0n2uRN+Ph4Ht/eezvhLdBZxd4UfISe6D1AhrD9hV0WErN6wGseqxK0cs/0sK3ewRA6f5+ZeZFInxwZY4+kxkuqMGSDaQL4d+JnhzvcLkNbCmAehM0YecIx9gCi4Fos0atHts3E+Aps4Xmt+LYITQhHuOXL0M+X+gtH8gLQ7YTkqlDHNuZ1kArHi4K+m23gOykGBwJMxBfCv4QOaQj3W4qarRZX5SlP+bp3eTn2/jSjZxnXOxCbW4lZlR+JxWdEdttlvD87Pwiif2ZVm8I2f3H75yinSIKpBHXffw4PZZ98CZNbqFEUQVZVuO6VbCvcobdiX3NZ0gS2hp0IllsP9NrZYfYMo6bhOhRWp2rc8wjjCD8oPTq/RV8FcAPf68",Zs=`#Alekhine Defense: Balogh Variation|B03
6rooklyn Variation, Everglades Variation|B02
G|B02
6uckley Attack|B02
5Exchange Variation, Karpov Variation|B03
IVoronezh Variation|B03
G|B03
5Four Pawns Attack, Cambridge Gambit|B03
HFianchetto Variation|B03
HIlyin-Zhenevsky Variation|B03
HKorchnoi Variation|B03
HMain Line|B03
HTartakower Variation|B03
Irifunovic Variation|B03
F|B03
5Hunt Variation, Lasker Simul Gambit|B02
EMatsukevich Gambit|B02
Fikenas Gambit|B02
C|B03
5Kmoch Variation|B02
6rejcik Variation, Krejcik Gambit|B02
F|B02
5Maróczy Variation|B02
6odern Variation, Alburt Variation|B04
Iekhine Gambit|B03
PVariation|B05
GFlohr Variation|B05
GKeres Variation|B04
GLarsen Variation|B04
M-Haakert Variation|B04
GMain Line|B05
GPanov Variation|B05
GSchmid Variation|B04
GVitolins Attack|B05
E|B04
7kele Mbembe, Modern Line|B02
DVavra Defense|B02
B|B02
5Normal Variation|B02
5O'Sullivan Gambit|B03
5Scandinavian Variation, Geschev Gambit|B02
MMyers Gambit|B02
K|B02
6pielmann Gambit|B02
6teiner Variation|B02
6ämisch Attack|B02
5The Squirrel|B02
6wo Pawns Attack, Lasker Variation|B02
GMikenas Variation|B02
GTate Variation|B02
E|B02
5Welling Variation|B02
3|B02
63
7
7
$mar Opening: Paris Gambit, Gent Gambit|A00
=|A00
/|A00
&zon Attack: Siberian Attack|A45
0|D00
%sterdam Attack|A00
$nderssen's Opening: Polish Gambit|A00
6|A00
$ustralian Defense|A40
#Barnes Defense|B00
*Opening: Fool's Mate|A00
3Gedult Gambit|A00
D
3Hammerschlag|A00
3Walkerling|C20
1|A00
%sque Opening|A45
$enko Gambit Accepted: Central Storming Variation|A58
:Dlugy Variation|A57
:Fianchetto Variation|A58
;ully Accepted Variation|A58
:King Walk Variation|A59
:Modern Variation|A57
:Pawn Return Variation|A57
:Yugoslav|A59
F
8|A57
0Declined: Bishop Attack|A57
:Hjørring Countergambit|A57
:Main Line|A57
:Pseudo-Sämisch|A57
:Quiet Line|A57
:Sosonko Variation|A57
/: Fianchetto Variation|A58
1Mutkin Countergambit|A57
1Nd2 Variation|A58
2escafe Frappe Attack|A57
1Zaitsev System|A57
9Variation, Nescafe Frappe Attack|A57
/|A57
29
&oni Defense: Benoni Gambit Accepted|A43
@, Schlenker Defense|A43
9-Indian Defense, Kingside Move Order|A43
H|A43
:Staunton Gambit|A43
3Classical Variation, Argentine Counterattack|A75
Iverbakh-Grivas Attack|A71
HCzerniak Defense, Tal Line|A77
X|A76
[8
[9
HFull Line|A74
HMain Line|A73
HNew York Variation|A70
HTraditional Variation|A70
F|A70
I2
4ormorant Gambit|A43
4zech Benoni Defense|A56
3Fianchetto Variation, Hastings Defense, Main Line|A64
Y|A63
G|A61
J2
4our Pawns Attack, Main Line|A69
D|A68
4ranco-Sicilian Hybrid|A40
5ench Benoni|A43
3Hawk Variation|A43
4romádka System|A56
3King's Indian System|A56
:Pawn Line, with Be3|A65
Kg5|A65
Q
Q
JNge2|A65
R
C|A65
G
G
4night's Tour Variation|A61
3Mikenas Variation|A66
4odern Variation, Snake Variation|A60
C|A60
3Old Benoni, Mujannah Formation|A43
?Schmid Variation|A43
=|A43
A
A
@4
3Pawn Storm Variation|A66
3Semi-Benoni|A44
4nail Variation|A43
3Taimanov Variation|A67
3Uhlmann Variation|A61
3Weenink Variation|A56
4oozle|A43
3Zilbermints-Benoni Gambit, Tamarkin Countergambit|A43
L|A43
P
1|A56
361
$ird Opening: Batavo-Polish Attack|A02
1Double Duck Formation|A02
2utch Variation, Batavo Gambit|B21
BDudweiler Gambit|A03
@|A03
1From's Gambit, Bahr Gambit|A02
@Langheld Gambit|A02
Bsker Variation|A02
Aipke Variation|A02
>|A02
1Hobbs Gambit|A02
6-Zilbermints Gambit|A02
3rsefly Defense|A02
1Lasker Gambit|A02
8Variation|A03
1Mujannah|A02
2yers Defense|A02
1Platz Gambit|A02
1Schlechter Gambit|A02
2iegener Gambit|A02
2turm Gambit|A03
2wiss Gambit|A02
1Thomas Gambit|A03
1Wagner-Zwitersch Gambit|A02
2illiams Gambit|A03
D
9-Zilbermints Gambit|A03
/|A02
%shop's Opening: Anderssen Gambit|C23
5Berlin Defense, Greco Gambit|C24
C|C24
6oden-Kieseritzky Gambit, Lichtenhein Defense|C27
M|C27
7i Variation|C23
5Calabrese Countergambit, Jaenisch Variation|C23
L|C23
5Four Pawns Gambit|C23
5Horwitz Gambit|C26
5Khan Gambit|C23
6itchener Folly|C24
6rejcik Gambit|C24
5Lewis Countergambit, Walker Variation|C23
H|C23
L
;Gambit|C23
6isitsyn Variation|C23
6opez Gambit|C23
;Variation, Lopez Gambit|C23
D|C23
5McDonnell Gambit, La Bourdonnais-Denker Gambit|C23
GMcDonnell Double Gambit|C23
E|C23
5Pachman Gambit|C24
7ulsen Defense|C24
6hilidor Counterattack|C23
>Variation|C23
6onziani Gambit|C24
6ratt Variation|C23
5Stein Gambit|C23
5Thorold Gambit|C23
5Urusov Gambit, Keidansky Gambit|C43
DPanov Variation|C24
B|C43
5Vienna Hybrid, Hromádka Variation|C28
DSpielmann Attack|C26
B|C24
5Warsaw Gambit|C24
5del Rio Variation|C23
3|C23
$lackmar-Diemer Gambit Accepted: Bogoljubow Defense, Kloss Attack|D00
XMad Dog Attack|D00
XNimzowitsch Attack|D00
XStudier Attack|D00
V|D00
DEuwe Defense, Duthilleul Gambit|D00
RZilbermints Gambit|D00
P|D00
DGunderam Defense, Stader Variation|D00
T|D00
DHolwell Defense|D00
DKaulich Defense|D00
DPietrowsky Defense|D00
DRitter Defense|D00
Eyder Gambit|D00
DSchlutter Defense|D00
DTeichmann Defense, Ciesielski Variation|D00
Xlassical Variation|D00
WSeidel-Hall Attack|D00
U|D00
DZiegler Defense|D00
B|D00
:Declined: Brombacher Countergambit|D00
DElbert Countergambit|D00
DGedult Defense|D00
DLamb Defense|D00
Fngeheinicke Defense|D00
DO'Kelly Defense|D00
DVienna Defense|D00
DWeinsbach Defense, Pfrang Gambit|D00
U|D00
9: Blackmar Gambit|D00
;Diemer-Rosenberg Attack|D00
;Fritz Attack|D00
;Lemberger Countergambit, Endgame Variation|D00
TLange Gambit|D00
TRasmussen Attack|D00
TSneiders Attack|D00
Uoller Attack|D00
R|D00
;Netherlands Variation|D00
;Rasa-Studier Gambit|D00
<eversed Albin Countergambit|D00
;Zeller Defense, Soller Attack|D00
I|D00
;von Popiel Gambit, Zilbermints Variation|D00
L|D00
9|D00
=
%umenfeld Countergambit Accepted|E10
;: Duz-Khotimirsky Variation|E10
=Spielmann Variation|E10
;|E10
$ogo-Indian Defense: Exchange Variation|E11
8Grünfeld Variation|E11
8Haiti Variation|E11
8Monticelli Trap|E11
8New England Variation|E11
9imzowitsch Variation|E11
8Retreat Variation|E11
M
M
M
M
M
M
M
M
M
M
M
8Vitolins Variation|E11
8Wade-Smyslov Variation|E11
6|E11
%ngcloud Attack|C20
%rg Defense: Borg Gambit|A40
=B00
1Troon Gambit|B00
1Zilbermints Gambit|B00
/|B00
#Canard Opening|A45
%ro-Kann Defense: Accelerated Panov Attack, Modern Variation|B10
POpen Variation|B10
PPseudo-Scandinavian|B10
PVan Weersel Attack|B10
N|B10
R
7dvance Variation, Bayonet Attack|B12
Jotvinnik-Carls Defense|B12
Jronstein Variation|B12
IPrins Attack|B12
IShort Variation|B12
ITal Variation|B12
IVan der Wiel Attack, Dreyev Defense|B12
\\|B12
\`
G|B12
=, Short Variation|B12
7lekhine Gambit|B15
8ien Gambit|B15
7pocalypse Attack|B10
6Breyer Variation, Stein Attack|B10
F|B10
8onstein-Larsen Variation|B16
6Campomanes Attack|B15
7lassical Variation, Flohr Variation|B18
KLobron System|B19
KMain Line|B18
Mróczy Attack|B18
KSeirawan Variation|B19
Lpassky Variation|B19
I|B18
L9
6De Bruycker Defense|B12
M
7inic Gambit|B10
6Edinburgh Variation|B12
7ndgame Offer|B10
>Variation|B10
7uwe Attack|B10
7xchange Variation, Bulla Attack|B13
JRubinstein Variation|B13
H|B13
L
L
L
6Finnish Variation|B16
7orgacs Variation|B15
6Goldman Variation|B10
7urgenidze Counterattack|B15
ASystem|B15
6Hector Gambit|B10
7illbilly Attack, Schaeffer Gambit|B10
F|B10
6Karpov Variation, Modern Main Line|B17
OVariation, Ivanchuk Defense|B17
ZKasparov Attack|B17
X|B17
HSmyslov Variation, Main Line|B17
Y|B17
HTiviakov-Fischer Attack|B17
F|B17
6Labahn Attack, Double Gambit|B10
EPolish Variation|B10
C|B10
6Main Line|B15
8rtian Gambit|B18
9óczy Variation, Maróczy Gambit|B12
G|B12
8si Variation|B12
9sachusetts Defense|B12
7ieses Attack, Landau Gambit|B12
=Gambit|B12
7odern Variation|B12
6Panov Attack, Fianchetto Defense, Fianchetto Gambit|B14
V|B14
DGunderam Attack|B13
DMain Line|B14
Eodern Defense, Carlsbad Line|B13
Uzerniak Line|B13
TMieses Line|B13
TReifir-Spielmann Line|B13
R|B13
B|B13
F
E4
F
F
F
;-Botvinnik, Herzog Defense|B13
6Rasa-Studier Gambit|B15
6Scorpion-Horus Gambit|B10
7pike Variation, Scorpion-Grob Gambit|B10
E|B10
7t. Patrick's Attack|B10
6Tartakower Variation, Perlis Line|B15
J|B15
7oikkanen Gambit|B10
7wo Knights Attack, Mindeno Variation, Exchange Line|B11
]Retreat Line|B11
[|B11
H|B10
6Ulysses Gambit|B12
6von Hennig Gambit|B15
4|B10
8
8
72
8
75
8
&r Defense: Zilbermints Gambit|B00
/|B00
%talan Opening: Closed Variation, Rabinovich Variation|E09
FTraditional Variation|E09
:, Botvinnik Variation|E07
<Main Line|E09
I
I
<Sokolsky Variation|E09
=passky Gambit|E08
<Zagoryansky Variation|E08
:|E06
>
>
>
=7
=8
>
>
>
>
4Hungarian Gambit|E00
4Open Defense, Alekhine Variation|E03
BClassical Line|E05
T
BModern Sharp Variation|E04
@|E01
C2
C3
C4
D
4Tarrasch Defense|E01
2|E00
6
$enter Game Accepted|C21
.: Berger Variation|C22
0Charousek Variation|C22
0Halasz-McDonnell Gambit, Crocodile Variation|C21
G|C21
3l Variation|C22
0Kieseritzky Variation|C21
I
I
1upreichik Variation|C22
0Lanc-Arnold Gambit, Schippler Gambit|C21
B|C21
0Normal Variation|C22
0Paulsen Attack Variation|C22
0Ross Gambit|C21
0l'Hermet Variation|C22
0von der Lasa Gambit|C21
.|C20
11
$lemenz Opening: Spike Lee Gambit|A00
2|A00
$olle System: Pterodactyl Variation|A40
1Rhamphorhynchus Variation|A04
1Siroccopteryx Variation|A40
$reepy Crawly Formation: Classical Defense|A00
$zech Defense|B07
#Danish Gambit Accepted: Chigorin Defense|C21
<lassical Defense|C21
<openhagen Defense|C21
;Schlechter Defense|C21
<venonius Defense|C21
9|C21
1Declined: Sörensen Defense|C21
0|C21
$resden Opening: The Goblin|C44
$uras Gambit|B00
%tch Defense: Alapin Variation|A80
4ekhine Variation|A92
2Barcza Variation|A80
3ellon Gambit|A84
3lackburne Variation|A81
7mar's Second Gambit|A82
5del Variation|A84
2Classical Variation, Blackburne Attack|A91
Huenos Aires Variation|A96
GHuisl Variation|A96
GIlyin-Zhenevsky Variation, Alatortsev-Lisitsyn Line|A98
bModern Main Line|A99
bWinter Variation|A97
\`|A97
E|A84
G90
I
H1
H2
H6
2Fianchetto Attack|A81
=Variation|A86
2Hevendehl Gambit|A80
3opton Attack|A80
4rt-Antoshin System|A86
2Janzen-Korchnoi Gambit|A80
2Kingfisher Gambit|A80
3orchnoi Attack|A80
3rause Variation|A84
4ejcik Gambit, Tate Gambit|A80
@|A80
2Leningrad Variation, Carlsbad Variation|A81
GMatulovic Variation|A89
GWarsaw Variation|A88
E|A86
H7
;, Basman System|A81
2Manhattan Gambit, Anti-Classical Line|A80
ILeningrad|A80
IModern|A80
IStonewall|A80
2Nimzo-Dutch Variation, Alekhine Variation|A90
G|A90
3ormal Variation|A84
2Omega-Isis Gambit|A80
2Queen's Knight Variation|A85
2Raphael Variation|A80
3ubinstein Variation|A84
2Semi-Leningrad Variation|A81
4nechaud Gambit|A80
3pielmann Gambit|A80
3taunton Gambit Accepted|A82
A, Alekhine Variation|A83
Dmerican Attack|A82
CChigorin Variation|A83
CLasker Variation|A83
CNimzowitsch Variation|A83
CTartakower Variation|A82
A|A82
D3
4onewall Variation, Botvinnik Variation|A93
GChekhover Variation|A95
GModern Variation|A90
E|A92
I
H4
H5
0|A80
34
$öry Defense|A46
#East Indian Defense|A48
$lephant Gambit: Maróczy Gambit|C40
4Paulsen Countergambit|C40
4Wasp Variation|C40
2|C40
$nglish Defense: Eastbourne Gambit|A40
4Hartlaub Gambit Accepted|A40
DDeclined|A40
4Perrin Variation|A40
5oli Gambit|A40
2|A40
6
+Opening: Achilles-Omega Gambit|A10
5dorjan Defense|A10
5gincourt Defense, Bogoljubow Defense|A13
GCatalan Defense Accepted|A13
V, Semi-Slav Defense|A13
V|A13
Z
GKeres Defense|A14
Hurajica Defense|A13
GNeo-Catalan Declined, Early b3|A14
i
i
[|A14
_
_
_
_
_
GTarrasch Defense|A13
GWimpy System|A13
E|A13
I
I
I
I
5nglo-Dutch Defense, Hickmann Gambit|A10
G|A10
@Variation, Chabanon Gambit|A10
KFerenc Gambit|A10
:Grünfeld Defense, Korchnoi Variation|A16
J|A16
:Indian Defense, Anglo-Grünfeld Variation|A16
f
f
f
Lti-Anti-Grünfeld|A15
JFlohr-Mikenas-Carls Variation, Nei Gambit|A19
JGrünfeld Formation|A15
JHedgehog System|A17
JKing's Indian Formation, Double Fianchetto|A15
a|A15
QKnight Variation|A15
JNimzo-English|A17
JOld Indian Formation|A15
JQueen's Indian Formation|A15
f
e7
YVariation|A17
RKnight Variation|A16
JRomanishin Variation|A15
JScandinavian Defense, Exchange Variation|A15
^|A15
Klav Formation|A15
JZvjaginsev-Krasenkow Attack|A17
H|A15
K7
:Lithuanian Variation|A10
:Scandinavian Defense, Löhn Gambit|A10
PMalvinas Variation|A10
PSchulz Gambit|A10
N|A10
4Carls-Bremen System|A22
7o-Kann Defensive System|A11
5losed, Taimanov Variation|A25
R
4Drill Variation|A20
4Four Knights System, Nimzowitsch Variation|A28
4Great Snake Variation|A10
4Jaenisch Gambit|A10
4King's English Variation, Adhiban Gambit|A22
NBellon Gambit|A22
Ootvinnik System, Prickly Pawn Pass System|A10
^|A26
Oremen-Hort Variation|A25
NClosed System, Full Symmetry|A26
[|A25
NFour Knights Variation, Bradley Beach Variation|A28
fFianchetto Line, Delayed .. Nc6|A29
wwith .. d6, Be7|A29
}. d6, a6|A29
}. d6, h6|A29
}. d6|A29
}. d6|A29
|Bc5|A29
|Nb6|A29
u|A29
y
y
y
y
y
glexible Line|A28
fKorchnoi Line|A28
fQuiet Line|A28
t
t
d|A28
h
NHungarian Attack|A25
NKahiko-Hula Gambit|A20
Oeres Defense|A21
Oramnik-Shirov Counterattack|A21
NNimzowitsch Variation|A20
Y-Flohr Variation|A20
NReversed Closed Sicilian|A25
j
j
j
j
WSicilian|A21
NSmyslov Defense|A21
NTaimanov Variation|A25
Ohree Knights System|A27
Oroger Defense|A21
Owo Knights Variation, Fianchetto Line|A24
eKeres Variation|A23
x
eReversed Dragon|A22
eSmyslov System|A22
c|A22
L|A20
O1
B, Erbenheimer Gambit|A22
DMazedonisch|A22
4Mikenas-Carls Variation|A18
O
O
A, Sicilian|A19
5yers Defense|A10
:Gambit|A10
4Neo-Catalan Declined|A13
?|A13
4Porcupine Variation|A10
4Romanishin Gambit|A13
4Symmetrical Variation, Anti-Benoni Variation, Geller Variation|A33
bSpielmann Defense|A32
v3
\`|A31
KBotvinnik System Reversed, with Nf3|A37
r
r
r
r
r
ke3|A36
[|A36
KDouble Fianchetto|A38
Luchamp Variation|A38
KFianchetto Variation|A34
Lour Knights Variation, Keres-Parma System|A35
a|A35
Lull Symmetry Line|A38
KHedgehog Defense|A30
KMecking Variation|A39
KNapolitano Gambit|A30
Lormal Variation|A34
KRubinstein Variation|A34
c
KThree Knights Variation|A34
X, Fianchetto Variation|A37
r
r
Lwo Knights Variation|A35
V, Fianchetto Variation|A36
KUltra-Symmetrical Variation|A36
I|A30
M
L4
L5
?, Hedgehog, Flexible Formation|A30
4The Whale|C20
4Wade Gambit|A10
5ing Gambit|A30
4Zilbermints Gambit|A10
2|A10
,rangutan|A15
8
'und Gambit Declined: Diemer Counterattack|A40
<Reversed Alekhine|A40
EBrooklyn|A40
EFrench|A40
EKrebs|A40
EMokele Mbembe|A40
:|A40
1: Felbecker Gambit|A40
3Hartlaub-Charlick Gambit|A40
3Main Line|A40
4osquito Gambit|A40
3Soller Gambit Deferred|A40
@|A40
4tockholm Variation|A40
3Zilbermints Gambit|A40
1|A40
#Formation: Hippopotamus Attack|A00
.Shy Attack|A00
%ur Knights Game: Glek System|C47
E
7unsberg Variation, Provincial Opening|C47
H|C47
6Halloween Gambit, Oldtimer Variation|C47
HPlasma Variation|C47
F|C47
6Italian Variation, Noa Gambit|C47
G|C47
I50
6Naroditsky Variation|C47
6Scotch Variation Accepted, Main Line|C47
O|C47
F, Belgrade Gambit, Modern Defense|C47
W|C47
HKrause Gambit, Leonhardt Defense|C47
U|C47
HOxford Gambit|C47
HSchmid Defense|C47
F|C47
7panish Variation, Alatortsev Variation|C49
IBardeleben Variation|C48
IClassical Variation|C48
IDouble Spanish|C49
[
IGunsberg Counterattack|C49
IJanowski Variation|C49
INimzowitsch Variation|C49
IRanken Variation|C48
Jubinstein Variation Accepted|C48
], Henneberger Variation|C48
_Marshall Gambit|C48
hVariation|C48
bóczy Variation|C48
]|C48
a
a
ISpielmann Variation|C48
Jvenonius Variation|C49
Jymmetrical Variation, Blake Variation|C49
\`Metger Unpin|C49
\`Tarrasch Variation|C49
^|C49
b
b
b
G|C48
J9
4|C47
$rench Defense: Advance Variation, Euwe Variation|C02
Gxtended Bishop Swap|C02
FFrenkel Gambit|C02
FKupreichik Variation|C02
FLputian Variation|C02
FMain Line|C02
Gilner-Barry Gambit, Hector Variation|C02
o
[Main Line|C02
[Sørensen Variation|C02
Y|C02
FNimzowitsch Attack|C02
RGambit|C02
RSystem|C02
FPaulsen Attack|C02
FRuisdonk Gambit|C02
FSteinitz Variation|C02
FWade Variation|C02
D|C02
H
H
H
4lapin Gambit|C00
5ekhine-Chatard Attack, Albin-Chatard Gambit|C13
LBreyer Variation|C13
LMaróczy Variation|C13
LSpielmann Variation|C13
LTeichmann Variation|C13
J|C13
3Baeuerle Gambit|C00
5nzai-Leong Gambit, Pinova Gambit|C00
F|C00
4ird Invitation|C00
3Carlson Gambit|C00
4higorin Variation|C00
4lassical Variation, Alapin Variation|C14
HBurn Variation, Main Line|C11
Yorozevich Line|C11
V|C11
HDelayed Exchange Variation|C11
HFrankfurt Variation|C13
HNormal Variation|C13
HPollock Variation|C14
HRichter Attack|C13
Z
Iubinstein Variation|C14
HShirov-Anand Variation|C11
Itahlberg Variation|C14
Jeinitz Variation|C11
]4
Iwiss Variation|C11
HTarrasch Variation|C14
Ktakower Variation|C13
HVistaneckis Variation|C13
F|C11
J
I3
I4
J
3Diemer-Duhm Gambit Accepted|C00
E|C00
3Exchange Variation, Bogoljubow Variation|C01
GMonte Carlo Variation|C01
GSvenonius Variation|C01
E|C01
I
I
3Franco-Hiva Gambit Accepted|C00
E|C00
:Sicilian Defense|C00
3Hecht-Reefschläger Variation|C10
5nneberger Variation|C11
4offmann Gambit|C00
5rwitz Attack, Papa-Ticulat Gambit|C00
A|C00
3King's Indian Attack, Franco-Hiva Gambit|C00
G|C00
4night Variation, Franco-Hiva Gambit|C00
C|C00
3La Bourdonnais Variation, Reuter Gambit|C00
K|C00
3Marshall Gambit|C10
4cCutcheon Variation, Advance Variation|C12
IBernstein Variation|C12
Jogoljubow Variation|C12
IChigorin Variation|C12
IDr. Olland Variation|C12
Juras Variation|C12
IExchange Variation|C12
IGrigoriev Variation|C12
IJanowski Variation|C12
ILasker Variation|C12
]
ITartakower Variation|C12
IWolf Gambit|C15
G|C12
4editerranean Defense|C00
4orphy Gambit|C00
3Normal Variation|C00
3Orthoschnapp Gambit|C00
3Paulsen Variation|C10
4elikan Variation|C00
5rseus Gambit|C00
3Queen's Knight|C00
3Reversed Philidor Formation|C00
4ubinstein Variation, Blackburne Defense|C10
ICapablanca Line|C10
IEllis Gambit|C10
IFort Knox Variation|C10
IKasparov Attack|C10
IMaric Variation|C10
G|C10
4éti-Spielmann Attack|C00
3Schlechter Variation|C00
4t. George Defense, Sanky-George Gambit|C00
Ht. George Gambit|C00
GThree Pawn Attack|C00
Hraditional Line|C00
E|C00
5einer Variation|C00
8itz Attack|C00
<Variation, Boleslavsky Variation|C11
Hradford Attack Variation|C11
Iodsky-Jones Variation|C11
GGledhill Attack|C11
E|C11
I
I
I
I
3Tarrasch Variation, Botvinnik Variation|C05
GChistyakov Defense, Modern Line|C07
Y|C07
Hlosed Variation, Main Line|C06
W|C05
[
GEliskases Variation|C07
GGuimard Defense, Main Line|C04
XThunderbunny Variation|C03
V|C03
GHaberditz Variation|C03
GLeningrad Variation|C06
GModern System|C03
Irozevich Variation|C03
GOpen System, Advance Line|C08
TEuwe-Keres Line|C07
TMain Line|C09
a
TShaposhnikov Gambit|C07
Uüchting Line|C07
R|C07
U8
GPawn Center Variation|C05
E|C03
4wo Knights Variation|C00
3Winawer Variation, Advance Variation, Moscow Variation|C17
YSmyslov Variation|C19
n
Ywith Bd3|C18
e
^h4|C18
d
W|C16
Z7
[
[
Z8
[
Glekhine Gambit Accepted|C15
U, Alatortsev Variation|C15
WKan Variation|C15
N-Maróczy Gambit|C15
FBogoljubow Variation, Icelandic Defense|C17
Z|C17
FClassical Variation|C18
FDelayed Exchange Variation|C15
FEingorn Variation|C18
Gxchange Variation, Canal Attack|C15
FFingerslip Variation, Kunin Double Gambit|C15
\\Main Line|C15
\\Schwarz's Line|C15
Z|C15
FKondratiyev Variation|C15
FMaróczy-Wallis Variation|C17
FPetrosian Variation|C16
Goisoned Pawn Variation Declined|C18
], Main Line|C18
_Paoli Variation|C18
]|C18
a
a
Hrtisch-Hook Variation|C18
Hsitional Variation|C19
^
^
^
^
^
^
^
^
^
^
^
FRetreat Variation, Armenian Line|C17
W|C17
FWarsaw Variation|C18
Ginckelmann-Reimer Gambit|C15
D|C15
6g Gambit|C00
1|C00
5
%ied Fox Defense|B00
#Global Opening|A00
$oldsmith Defense: Picklepuss Defense|B00
4|B00
$rob Opening: Alessi Gambit|A00
1Double Grob, Coca-Cola Gambit|A00
<|A00
1Grob Gambit Declined|A00
<, Basman Gambit|A00
>Fritz Gambit, Romford Countergambit|A00
J|A00
>Keres Gambit|A00
>Richter-Grob Gambit|A00
<|A00
1Keene Defense, Main Line|A00
>|A00
1London Defense|A00
1Romford Countergambit|A00
1Spike Attack|A00
6, Hurst Attack|A00
1Zilbermints Gambit, Schiller Defense|A00
EZilbermints-Hartlaub Gambit|A00
C|A00
/|A00
%ünfeld Defense: Botvinnik Variation|D95
6rinckmann Attack, Grünfeld Gambit Accepted|D84
W, Botvinnik Variation|D83
YCapablanca Variation|D83
W|D83
HReshevsky Gambit|D83
F|D82
5Counterthrust Variation|E60
5Exchange Variation, Classical Variation|D86
ILarsen Variation|D86
]
IModern Exchange Variation, Kramnik's Line|D85
dPawn Grab Line|D85
b|D85
f
f
INadanian Attack|D85
ISeville Variation|D87
Jimagin's Improved Variation|D86
SLesser Variation|D86
Jokolsky Variation|D89
Jpassky Variation|D87
]8
]9
G|D85
5Flohr Defense|D94
;Variation|D90
5Gibbon Gambit|D80
5Lundin Variation|D80
7tikov Variation, Murrey Attack|D80
F|D80
5Makogonov Variation|D94
5Opocensky Variation|D94
5Pachman Variation|D95
5Russian Variation, Accelerated Variation|D81
HByrne Variation|D97
HHungarian Variation|D97
HKeres Variation|D98
HLevenfish Variation|D97
HPrins Variation|D97
HSmyslov Variation|D98
\\9
Izabo Variation|D97
HYugoslav Variation|D99
F|D96
I7
5Smyslov Defense|D94
6tockholm Variation|D80
5Three Knights Variation, Burille Variation, Reversed Tarrasch|A56
_|D94
NHungarian Attack|D92
XVariation|D93
NParis Variation|D94
Oetrosian System|D91
NVienna Variation|D95
L|D90
P
5Zaitsev Gambit|D80
3|D80
$underam Defense|C40
#Hippopotamus Defense|B00
;
$orwitz Defense: Zilbermints Gambit|A40
2|A40
$ungarian Opening: Asten Gambit|A00
6Burk Gambit|A00
7ücker Gambit|A00
6Catalan Formation|A00
6Dutch Defense|A00
6Indian Defense|A00
6Myers Defense|A00
6Pachman Gambit|A00
8ris Gambit|A00
6Reversed Alekhine|A00
?Brooklyn Defense, Brooklyn Benko Gambit|A00
?Modern Defense|A00
?Norwegian Defense|A00
6Sicilian Invitation|A00
7lav Formation|A00
7ymmetrical Variation|A00
6Van Kuijk Gambit|A00
6Wiedenhagen-Beta Gambit|A07
8nterberg Gambit|A00
4|A00
#Indian Defense: Accelerated London System|A45
4nti-Grünfeld, Adorjan Gambit|E60
Dvance Variation|E60
Clekhine Variation, Leko Gambit|E60
T|E60
BBasman-Williams Attack|E60
8Nimzo-Indian|E10
3Budapest Gambit Accepted, Fajarowicz Defense, Bonsdorf Variation|A51
aSteiner Variation|A51
_|A51
MMain Line, Adler Variation|A52
Ylekhine Variation, Abonyi Variation|A52
lTartakower Defense|A52
j|A52
XRubinstein Variation|A52
V|A52
K|A51
B|A51
3Colle System, King's Indian Variation|A48
4zech-Indian|A46
3Devin Gambit|E00
4zindzi-Indian Defense|E10
4öry Indian|E10
3Gedult Attack|A45
4ibbins-Weidenhagen Gambit Accepted|A45
M, Maltese Falcon|A45
OOshima Defense|A45
OStummer Gambit|A45
M|A45
3Knights Variation, Alburt-Miles Variation|A46
D|A46
3Lazard Gambit|A45
4ondon System|A46
3Maddigan Gambit|A45
4edusa Gambit|A50
3Normal Variation|A50
3Omega Gambit, Arafat Gambit|A45
?|A45
3Paleface Attack, Blackmar-Diemer Gambit Deferred|A45
5wn Push Variation|A45
4olish Variation|A46
4rzepiorka Variation|A49
4seudo-Benko|A43
4yrenees Gambit|A50
3Reversed Chigorin Defense|A45
3Schnepper Gambit|A47
4eirawan Attack|E00
4pielmann-Indian|A46
3Tartakower Attack|A45
3Wade-Tartakower Defense|A46
4est Indian Defense|E60
1|A45
2E00
$rish Gambit|C44
$talian Game: Anti-Fried Liver Defense|C50
1Bird's Attack|C53
2lackburne-Kostić Gambit|C50
1Classical Variation, Albin Gambit|C50
FCenter Attack|C54
MHolding Variation|C53
Glosed Variation|C53
FEisinger Variation|C53
FGhulam-Kassim Variation|C54
Giuoco Pianissimo, Albin Variation|C54
YMain Line|C54
Ywith a4 a5|C54
_5|C54
_6|C54
d
^h6|C54
W|C54
[
[
[
[
[
[
[
[
[
[
[
[
[
[
[
[
Greco Gambit, Anderssen Variation|C54
TDubov Italian|C54
TGreco Variation|C54
TMain Line|C54
Uodern Line|C54
c
Veller-Bayonet Attack|C54
\\Therkatz Attack|C54
TTraditional Line|C54
FLa Bourdonnais Variation|C53
FMestel Variation|C53
FTarrasch Variation|C53
Fwith d5|C54
D|C53
G4
1Deutz Gambit|C50
1Evans Gambit Accepted|C51
>Declined, Cordel Variation|C51
HHicken Variation|C51
Jrschbach Variation|C51
HLange Variation|C51
HPavlov Variation|C51
HShowalter Variation|C51
HVasquez Variation|C51
F|C51
J
=, Alapin-Steinitz Variation|C52
@nderssen Defense|C52
IVariation, Cordel Line|C51
R|C51
?Bronstein Defense|C52
?Compromised Defense, Main Line|C52
TPotter Variation|C52
R|C52
?Dufresne Defense|C52
?Fontaine Countergambit|C51
@raser Attack|C51
E-Mortimer Attack|C51
?Göring Attack|C51
?Harding Variation|C51
@ein Countergambit|C51
?Johner Defense|C52
?Laroche Variation|C52
Asker Defense|C52
@eonhardt Countergambit|C52
Avenfish Variation|C52
?Main Line|C52
Ayet Defense|C51
@cDonnell Defense, Main Line|C51
P|C51
@ieses Defense|C52
@orphy Attack|C51
Btimer-Evans Gambit|C51
?Paulsen Variation|C51
@ierce Defense|C52
?Richardson Attack|C52
?Sanders-Alapin Variation|C52
@low Variation|C52
@okolsky Variation|C52
@teinitz Variation|C51
Aone-Ware Variation|C51
?Tartakower Attack|C52
?Ulvestad Variation|C51
?Waller Attack|C52
=|C51
A
@2
1Giuoco Pianissimo, Canal Variation|C50
DDubois Variation|C50
DItalian Four Knights Variation|C50
DLucchini Gambit|C50
DNormal|C50
B|C50
F
F
F
<o, Aitken Variation|C54
?Bernstein Variation|C54
?Cracow Variation|C54
?Greco's Attack|C54
?Holzhausen Attack|C54
?Krause Variation|C54
?Rosentreter Variation|C54
?Steinitz Variation|C54
?Therkatz-Herzog Variation|C54
=|C50
1Hungarian Defense, Tartakower Variation|C50
B|C50
1Jerome Gambit|C50
1Paris Defense|C50
1Rosentreter Gambit|C50
3usseau Gambit|C50
1Scotch Gambit, Anderssen Attack, Main Line|C56
P|C56
@Canal Variation|C56
@Double Gambit Accepted|C56
@Janowski Defense|C56
@Max Lange Attack Accepted|C56
P, Long Variation|C56
RSpielmann Defense|C56
P|C56
T
@Nakhmanson Gambit|C56
@Walbrodt-Baird Gambit|C56
@de Riviere Defense|C56
>|C56
8Invitation Declined|C56
1Two Knights Defense, Blackburne Variation|C58
FColman Variation|C58
FFegatello Attack, Leonhardt Variation|C57
Gried Liver Attack|C57
Itz Variation|C57
K, Gruber Variation|C57
FKeidansky Variation|C56
Gloss Gambit|C57
Gnight Attack, Normal Variation|C57
S|C57
Horre Variation|C59
FLolli Attack|C57
FMaróczy Variation|C58
Hx Lange Attack, Berger Variation|C56
XKrause Variation|C56
XLoman Defense|C56
XRubinstein Variation|C56
V|C56
Godern Bishop's Opening|C55
a
a
FOpen Variation|C56
FPaoli Variation|C58
Gerreux Variation|C56
Gincus Variation|C57
Golerio Defense, Bishop Check Line|C58
Xogoljubow Variation|C58
WGöring Variation|C59
WKieseritzky Variation|C58
WSuhle Defense|C59
WYankovich Variation|C58
U|C58
Hnziani-Steinitz Gambit|C57
FSteinitz Variation|C59
FTraxler Counterattack, Bishop Sacrifice Line|C57
]King March Line|C57
^night Sacrifice Line|C57
[|C57
NVariation, Trencianske-Teplice Gambit|C57
FUlvestad Variation, Kurkin Gambit|C57
X|C57
FYurdansky Attack|C56
D|C55
H
H
G8
/|C50
#Kangaroo Defense: Keres Defense, Transpositional Variation|A40
3|A40
$ing's Gambit Accepted: Abbazia Defense, Main Line|C36
J|C36
<llgaier Gambit, Thorold Attack|C39
LUrusov Attack|C39
J|C39
C, Blackburne Gambit|C39
ECook Variation|C39
EHorny Defense|C39
ESchlechter Defense|C39
EUrusov Attack|C39
<ustralian Gambit|C37
;Basman Gambit|C33
<ecker Defense|C34
<ishop's Gambit, Anderssen Defense|C33
VVariation|C33
LBledow Countergambit|C33
SVariation|C33
Moden Variation|C33
Ngoljubow Defense|C33
WVariation|C33
Nren-Svenonius Variation|C33
Mryan Countergambit|C33
LChigorin's Attack|C33
Mlassical Defense, Cozio Attack|C33
]|C33
Mozio Defense|C33
RVariation|C33
LFirst Jaenisch Variation|C33
Mraser Variation|C33
LGianutio Gambit|C33
Mreco Variation|C33
Nimm Attack|C33
LKieseritzky Gambit|C33
LLopez Defense|C33
RVariation|C33
LMaurian Defense|C33
McDonnell Attack|C33
\`
LPaulsen Attack|C33
LSteinitz Defense|C33
J|C33
<lachly Gambit|C37
<onsch-Osmolovsky Variation|C34
<reyer Gambit|C33
;Carrera Gambit|C33
<unningham Defense, Bertin Gambit|C35
\`
OMcCormick Defense|C35
M|C35
;Dodo Variation|C33
=uble Muzio Gambit, Baldwin Gambit|C37
Qello Gambit|C37
PPaulsen Defense|C37
PYoung Gambit|C37
N|C37
;Eisenberg Variation|C33
;Fischer Defense, Schulder Gambit|C34
Mpanish Variation|C34
J|C34
;Gaga Gambit|C33
<hulam-Kassim Gambit|C37
S
<ianutio Countergambit|C34
<reco Gambit|C34
J8
;Hanstein Gambit|C38
;Kieseritzky Gambit, Anderssen Defense|C39
X-Cordel Gambit|C39
OBerlin Defense, Rubinstein Variation|C39
_de Riviere Variation|C39
]|C39
Prentano Defense, Caro Variation|C39
_|C39
c
OCotter Gambit|C39
OKolisch Defense|C39
OLong Whip|C39
ONeumann Defense|C39
OPaulsen Defense Deferred|C39
^|C39
ORice Gambit|C39
Posenthal Defense|C39
M|C39
F, Long Whip Defense, Jaenisch Variation|C39
HPolerio Defense|C39
HRice Gambit|C39
HSalvio Defense, Cozio Variation|C39
=ng's Knight's Gambit|C34
U
T7
T9
<otov Gambit|C37
;Lolli Gambit, Young Variation|C37
G|C37
=pez-Gianutio Countergambit, Hein Variation|C33
;MacLeod Defense|C34
=son-Keres Gambit|C33
=yet Gambit|C38
<cDonnell Gambit|C37
<iddleton Countergambit|C37
<odern Defense|C36
M
<uzio Gambit Accepted, From's Defense|C37
G, Brentano Defense|C37
IHolloway Defense|C37
IKling and Horwitz Counterattack|C37
ISarratt Defense|C37
IWild Muzio Gambit|C37
;Orsini Gambit|C33
;Paris Gambit|C33
<hilidor Gambit, Schultz Variation|C38
J|C38
;Quaade Gambit|C37
;Rosentreter Gambit, Bird Gambit|C37
OSörensen Gambit|C37
OTesta Variation|C37
M|C37
;Salvio Gambit, Anderssen Counterattack|C37
JCochrane Gambit|C37
JSanta Maria Defense|C37
Kilberschmidt Defense|C37
JViennese Variation|C37
H|C37
<challopp Defense, Tashkent Attack|C34
L|C34
>urig Gambit, with Bb5|C33
Qd3|C33
<ilberschmidt Gambit|C37
<tamma Gambit|C33
<örensen Gambit|C37
;Tartakower Gambit, Weiss Defense|C33
L|C33
<raditional Variation|C38
<umbleweed|C33
;Villemson Gambit|C33
;Wagenbach Defense|C34
9|C33
1Declined: Classical Variation, Euwe Attack|C30
PRotlewi Countergambit|C30
Qubinstein Countergambit|C30
PWalthoffen Attack|C30
N|C30
R
D, Hanham Variation|C30
FRéti Variation|C30
FSoldatenkov Variation|C30
Gvenonius Variation|C30
;Falkbeer Countergambit Accepted|C31
Q, Alapin Variation|C32
Tnderssen Attack|C31
SBlackburne Attack|C31
SCharousek Gambit Accepted|C32
c, Keres Variation|C32
eMain Line|C32
forphy Defense|C31
eOld Line|C32
c|C31
f2
]Variation|C32
SHinrichsen Gambit|C31
SMiles Gambit|C31
Vner-Barry Variation|C31
Todern Transfer|C31
SNimzowitsch-Marshall Countergambit|C31
SPickler Gambit|C31
SRubinstein Variation|C31
SStaunton Line|C31
STarrasch Variation|C32
Q|C31
;Hobbs-Zilbermints Gambit|C30
;Keene Defense|C30
@'s Defense|C30
N
;Mafia Defense|C30
<iles Defense|C30
;Norwalde Variation, Bücker Gambit|C30
OSchubert Variation|C30
M|C30
;Panteldakis Countergambit, Greco Variation|C30
VPawn Sacrifice Line|C30
VSchiller's Defense|C30
Whirazi Line|C30
Wymmetrical Variation|C30
T|C30
<etrov's Defense|C30
;Queen's Knight Defense|C30
;Senechaud Countergambit|C30
<oller-Zilbermints Gambit|C30
;Zilbermints Double Countergambit|C30
NGambit|C30
0|C30
*Indian Attack, with Bf5|A07
E
E
E
E
>e6|A07
D
7: Double Fianchetto|A07
9French Variation|A08
9Keres Variation|A07
L
L
L
9Omega-Delta Gambit|A07
9Pachman System|A07
9Sicilian Variation|A07
N8
O
O
:myslov Variation|A05
:passky Variation|A05
:ymmetrical Defense|A05
9Wahls Defense|A05
9Yugoslav Variation|A07
O
7|A05
:7
1Defense: Accelerated Averbakh Variation|E70
;verbakh Variation, Benoni Defense, Advance Variation|E74
^Exchange Variation|E74
\\|E74
NFlexible Defense|E73
NGeller Defense|E73
NMain Line|E75
Oodern Defense, Burgess Line|E73
\\|E73
NNc6 Defense|E73
NSpanish Defense|E73
L|E73
:Exchange Variation|E92
:Fianchetto Variation, Benjamin Defense|E61
PCarlsbad Variation|E62
Qlassical Fianchetto|E67
ZMain Line|E69
ZVariation|E68
PDebrecen Defense|E67
Rlayed Fianchetto|E62
Qouble Fianchetto Attack|E64
PHungarian Variation|E64
PImmediate Fianchetto|E60
PKavalek Defense|E62
PLarsen Defense|E62
Qesser Simagin (Spassky)|E62
Qong Variation|E68
PPanno Variation, Blockade Line|E63
aDonner Line|E63
aKorchnoi Line|E63
_|E63
Qterodactyl Variation|E64
PSimagin Variation|E62
PUhlmann-Szabo System|E62
PYugoslav System|E64
YVariation, Advance Line|E66
dExchange Line|E65
dRare Line|E64
b|E65
N|E60
;our Pawns Attack, Dynamic Attack|E76
MExchange Variation|E79
MFlorentine Gambit|E77
Ouid Attack|E78
MModern Defense|E76
MNormal Attack|E77
K|E76
N7
:Karpov System|E71
<zakh Variation|E91
;ramer Variation|E70
:Larsen Variation|E90
:Makogonov Variation|E71
:Normal Variation, Deferred Fianchetto|E72
LKing's Knight Variation|E60
LRare Defenses|E90
LStandard Development|E73
J|E70
N
:Orthodox Variation, Aronin-Taimanov Defense|E97
NBayonet Attack, Sokolov's Line|E97
^Yepishin's Line|E97
\\|E97
NClassical System, Benko Attack|E99
\`Kozul Gambit|E98
\`Neo-Classical Line|E98
\`Traditional Line|E99
^|E98
NDonner Defense|E94
NGlek Defense|E94
Pigoric-Taimanov System|E92
NKorchnoi Attack|E97
NModern System|E97
NPositional Defense, Closed Line|E94
bMain Line|E96
\`|E94
NUkrainian Defense|E94
L|E91
O2
O4
O5
:Petrosian Variation, Keres Defense|E93
ONormal Defense|E93
OStein Defense|E92
M|E92
;omar System|E72
:Santasiere Variation|E60
;emi-Averbakh System|E73
?Classical Variation, Benoni Variation|E60
TExchange Variation|E61
THollywood Variation|E60
TQueenside Storm Line|E61
R|E61
;ix Pawns Attack|E77
;myslov Variation|E61
;teiner Attack|E81
L
L
L
;ämisch Variation, Bobotsov-Korchnoi-Petrosian Variation|E81
Nronstein Defense|E87
Nyrne Defense|E81
MClosed Variation, Main Line|E89
]|E87
\`8
MDouble Fianchetto|E82
MNormal Defense|E81
MOrthodox Variation, Bronstein Variation|E87
_|E85
MPanno Formation|E83
SMain Line|E84
MRuban Variation|E83
MSämisch Gambit Accepted|E81
[|E81
MYates Defense|E83
K|E80
N6
:Zinnowitz Variation|E90
8|E61
*Knight Opening: Konstantinopolsky|C44
:Normal Variation|C44
8|C40
*Pawn Game: Alapin Opening|C20
5Bavarian Gambit|C20
6eyer Gambit|C20
6usch-Gass Gambit, Chiodini Gambit|C40
F|C40
5Clam Variation, King's Gambit Reversed|C20
ERadisch Gambit|C20
5Damiano Defense, Damiano Gambit, Chigorin Gambit|C40
T|C40
D|C40
6resden Opening|C44
5Gunderam Defense, Gunderam Gambit|C40
>Gambit|C40
5King's Head Opening|C20
L
5La Bourdonnais Gambit|C40
6eonardis Variation|C20
5MacLeod Attack, Lasa Gambit|C20
ENorwalde Gambit|C20
C|C20
7róczy Defense|B07
6cConnell Defense|C40
6engarini's Opening|C20
5Napoleon Attack|C20
5Pachman Wing Gambit|C44
6hilidor Gambit|C20
5Schulze-Müller Gambit|C44
5Tayler Opening, Basman Gambit|C44
EInverted Hanham|C44
C|C44
G
6ortoise Opening|C20
5Wayward Queen Attack, Kiddie Countergambit|C20
KMellon Gambit|C20
I|C20
6eber Gambit|C20
3|B00
4C20
/Opening: Speers|C20
8Van Hooydoon Gambit|C20
6|C20
$ádas Opening: Beginner's Trap|A00
2Koola-Koola Variation|A00
3ádas Gambit|A00
B
B
2Myers Variation|A00
2Schneider Gambit|A00
3teinbok Gambit|A00
0|A00
#Lasker Simul Special|A00
%tvian Gambit Accepted: Bilguer Variation|C40
=ronstein Attack|C40
FGambit|C40
<Foltys Variation|C40
B-Leonhardt Variation|C40
<Leonhardt Variation|C40
<Main Line|C40
<Nimzowitsch Attack|C40
:|C40
1: Behting Variation|C40
3Clam Gambit|C44
4orkscrew Countergambit|C40
=Gambit|C40
3Diepstraten Countergambit|C40
3Fraser Defense|C40
3Greco Variation|C40
3Lobster Gambit|C40
3Mason Countergambit|C40
5yet Attack, Morgado Defense|C40
APoisoned Pawn Variation|C40
Clerio-Svedenborg Variation|C40
AStrautins Gambit|C40
?|C40
4lotkowski Variation|C40
3Senechaud Gambit|C40
1|C40
$emming Defense|B00
$ion Defense: Anti-Philidor, Lion's Cave, Lion Claw Gambit|B07
K|B07
>|B07
1Bayonet Attack|B07
1Lion's Jaw|B00
/|B07
$ondon System, with Bd3|A48
8e2|A48
>
>
0: Poisoned Pawn Variation|D02
0|A48
4
4
#Marienbad System: Berg Variation|A47
3|A47
$exican Defense: Horsefly Gambit|A50
2|A50
$ieses Opening: Myers Spike Attack|A00
3Reversed Rat|A00
3Venezolana Variation|A00
1|A00
%kenas Defense: Cannstatter Variation|A40
4Lithuanian Variation|A40
4Pozarek Gambit|A40
2|A40
$odern Defense: Anti-Modern|B06
4verbakh System|A42
<Variation, Pseudo-Sämisch|A42
3Beefeater Variation|A40
4ishop Attack, Bücker Gambit|B06
BMonkey's Bum|B06
@|B06
3Dunworthy Variation|B06
3Fianchetto Gambit|B06
3Geller's System|B07
4urgenidze Defense|B06
3Kotov Variation|A42
3Lizard Defense, Mittenberger Gambit|B06
CPirc-Diemer Gambit|A40
3Masur Gambit|B06
4odern Pterodactyl|B06
5ngredien Defense, with Nc3|B06
Mf3|B06
3Neo-Modern Defense|A41
4orwegian Defense, Norwegian Gambit|B06
D|B06
3Pseudo-Austrian Attack|B06
4terodactyl Variation|B27
3Randspringer Variation|A42
3Semi-Averbakh Variation, Polish Variation|A04
Mterodactyl Variation Accepted|A04
bDeclined|B06
a|A04
4tandard Defense|B06
<Line|B06
3Three Pawns Attack|B06
4wo Knights Variation, Suttles Variation, Tal Gambit|B06
[|B06
H|B06
3Westermann Gambit|B06
4ind Gambit|B06
1|A41
2B06
5
%ntevideo Defense|A40
#Neo-Grünfeld Defense: Classical Variation, Modern Defense|D77
NOriginal Defense|D78
NPolgar Variation|D77
L|D77
9Delayed Exchange Variation|D74
V5
W
V6
9Exchange Variation|D71
O
9Goglidze Attack|D70
9Ultra-Delayed Exchange Variation|D79
9with Nf3|D70
>g3|D70
C2
C3
$imzo-Indian Defense: Classical Variation, Belyavsky Gambit|E34
Prlin Variation, Macieja System|E39
\`Pirc Variation|E39
\`Steiner Variation|E38
^|E38
b
NKeres Defense|E32
NMilner-Barry Variation|E33
Oodern Variation|E37
NNoa Variation, Botvinnik Variation|E36
]Main Line|E36
]San Remo Variation|E37
[|E34
^5
^6
^7
NRomanishin Gambit|E36
NVitolins-Adorjan Gambit|E32
NZurich Variation|E33
L|E32
9Dilworth Gambit|E20
9Kmoch Variation|E20
9Leningrad Variation, Averbakh Gambit|E30
NBenoni Defense|E31
L|E30
9Mikenas Attack|E20
9Normal Variation, Bernstein Defense, Exchange Line|E58
\\|E59
\`
Lotvinnik System|E49
KClassical Defense|E48
KGligoric System, Bernstein Defense|E56
p7
]ronstein Variation|E55
\\Exchange Variation|E54
r
\\Keres Variation|E53
\\Smyslov Variation|E54
Z|E53
^
KRagozin Variation|E51
KSchlechter Defense|E52
a
Lämisch Deferred|E51
I|E46
L7
9Ragozin Defense|E48
AVariation|E51
:eshevsky Variation|E46
:omanishin Variation, English Hybrid|E20
M|E20
Q
:ubinstein System, Hübner Variation|E41
\`
LRubinstein Variation, Main Line|E42
bSherbakov Attack|E42
\`|E42
LTaimanov Variation|E40
J|E40
M1
9Simagin Variation|E46
:pielmann Variation, Carlsbad Variation|E23
NRomanovsky Gambit|E23
NStahlberg Variation|E23
e
L|E22
:t. Petersburg Variation, American Variation|E44
SFischer Variation|E45
SRomanishin-Psakhis Variation|E44
Swith Ne4|E43
Q|E43
U
U
U
U
U
U
U
U
U
U
T4
:ämisch Variation, Botvinnik Variation|E24
LCapablanca Variation|E29
LKeres Variation|E25
LO'Kelly Variation|E26
LRomanovsky Variation|E25
J|E24
M5
M6
M7
M8
M9
9Three Knights Variation, Euwe Variation|E21
RKorchnoi Variation|E21
RShocron Gambit|E21
P|E21
7|E20
950
)Larsen Attack: Classical Variation|A01
N6
8Dutch Variation|A01
8English Variation|A01
8Graz Attack|A01
8Indian Variation|A01
8Modern Variation|A01
L
L
L
8Norfolk Gambit|A06
J
8Pachman Gambit|A01
9olish Variation|A01
8Ringelbach Gambit|A01
8Spike Variation|A01
9ymmetrical Variation|A01
6|A01
(witsch Defense: Breyer Variation|B00
8Colorado Countergambit Accepted|B00
N|B00
8Declined Variation|B00
8El Columpio Defense, El Columpio Gambit|B00
Nxchange Variation|B00
MPin Variation|B00
K|B00
8Franco-Nimzowitsch Variation|B00
:ench Connection|B00
8Hornung Gambit|B00
8Kennedy Variation, Bielefelder Gambit|B00
KHammer Gambit|B00
Lerford Gambit|B00
KKeres Attack|B00
KLinksspringer Variation|B00
KMain Line|B00
KPaulsen Attack|B00
KRiemann Defense|B00
Kde Smet Gambit|B00
I|B00
8Mikenas Variation|B00
8Neo-Mongoloid Defense|B00
8Pirc Connection|B00
9seudo-Spanish Variation|B00
8Scandinavian Variation, Aachen Gambit|B00
Qdvance Variation|B00
PBogoljubow Variation, Brandics Gambit|B00
fErben Gambit|B00
fHeinola-Deppe Gambit|B00
fNimzowitsch Gambit|B00
fRichter Gambit|B00
fVehre Variation|B00
d|B00
h
PExchange Variation, Marshall Gambit|B00
b|B00
N|B00
8Wheeler Gambit|B00
9illiams Variation|B00
9oodchuck Variation|B00
6|B00
:
#Old Indian Defense: Aged Gibbon Gambit|A53
7Czech Variation, with Nc3|A53
Nf3|A53
7Duz-Khotimirsky Variation|A54
7Janowski Variation, Fianchetto Variation|A53
KGrinberg Gambit|A53
KMain Line|A53
I|A53
7Normal Variation|A55
7Tartakower-Indian|A54
8wo Knights Variation|A54
7Ukrainian Variation|A54
5|A41
753
$wen Defense: Guatemala Defense|B00
1Hekili-Loa Gambit|B00
1Matovinsky Gambit|B00
1Naselwaus Gambit|B00
1Smith Gambit|B00
1Unicorn Variation|B00
1Wind Gambit|B00
/|B00
#Paleface Attack|A45
$etrov's Defense: Classical Attack, Berger Variation|C42
GChigorin Variation, Browne Attack|C42
[Main Line|C42
Y|C42
Hlosed Variation|C42
GJaenisch Variation|C42
GKrause Variation|C42
GMarshall Trap|C42
PVariation, Chinese Gambit|C42
Y|C42
Jóczy Variation|C42
Ison Variation|C42
L-Showalter Variation|C42
GStaunton Variation|C42
GTarrasch Variation|C42
E|C42
6ochrane Gambit, Bishop Check Line|C42
FCenter Variation|C42
D|C42
7zio Attack|C42
5Damiano Variation, Kholmov Gambit|C42
F|C42
5French Attack|C42
5Italian Variation|C42
5Karklins-Martinovsky Variation|C42
7ufmann Attack|C42
5Millennium Attack|C42
6odern Attack, Bardeleben Variation|C43
DCenter Attack|C43
KVariation|C43
DMurrey Variation|C43
DSteinitz Variation|C43
Eymmetrical Variation|C43
DTal Gambit|C43
Erifunovic Variation|C43
B|C43
F
7ody Gambit|C42
5Nimzowitsch Attack|C42
5Paulsen Attack|C42
5Stafford Gambit Accepted|C42
Q
Q
D|C42
5Three Knights Game|C42
3|C42
7
7
7
7
$hilidor Defense: Albin-Blackburne Gambit|C41
5Berger Variation|C41
6ird Gambit|C41
6oden Variation|C41
5Exchange Variation|C41
K
K
5Hanham Variation, Delmar Variation|C41
GKrause Variation|C41
GSchlechter Variation|C41
Hharp Variation|C41
Hteiner Variation|C41
E|C41
;, Kmoch Variation|C41
5Larsen Variation|C41
6ion Variation, Bishop Sacrifice|C41
EDelayed Bishop Sacrifice|C41
EForcing Line|C41
ELion's Claw, with Bc4 and h6|C41
Xe2 and c6|C41
EShirov Gambit|C41
Fozin Variation|C41
C|C41
6opez Countergambit, Jaenisch Variation|C41
H|C41
5Morphy Gambit|C41
5Nimzowitsch Variation, Klein Variation|C41
LRellstab Variation|C41
LSokolsky Variation|C41
J|C41
N
@, Larobok Variation|C41
Cocock Variation|C41
5Paulsen Attack|C41
6hilidor Countergambit, Berger Variation|C41
MZukertort Variation|C41
Mdel Rio Attack|C41
K|C41
>Gambit|C41
5Steinitz Variation|C41
3|C41
7
7
7
$irc Defense: 150 Attack, Inner Doll Defense|B07
=Sveshnikov-Jansa Attack|B07
;|B07
1Austrian Attack, Dragon Formation|B09
BKurajica Variation|B09
BLjubojevic Variation|B09
BUnzicker Attack, Bronstein Variation|B09
Q|B09
BWeiss Variation|B09
@|B09
D
1Bayonet Attack|B07
2yrne Variation|B07
1Chinese Variation|B07
2lassical Variation, Quiet System, Chigorin Line|B08
Uzech Defense|B08
TParma Defense|B08
R|B08
FSchlechter Variation|B08
D|B08
H
1Kholmov System|B07
1Roscher Gambit|B00
1Sveshnikov System|B07
/|B00
3
3
27
$olish Defense: Spassky Gambit Accepted|A40
1|A40
*Opening, with d5|A00
>
1: Baltic Defense|A00
4irmingham Gambit|A00
4ugayev Advance Variation|A00
<ttack|A00
3Czech Defense|A00
3Dutch Defense|A00
3German Defense|A00
4rigorian Variation|A00
3Karniewski Variation|A00
4ing's Indian Variation, Schiffler Attack|A00
Mokolsky Attack|A00
J|A00
3Myers Variation|A00
3Outflank Variation, Schuehler Gambit|A00
E|A00
3Queen's Indian Variation|A00
8side Defense|A00
3Rooks Swap Line|A00
3Schiffler-Sokolsky Variation|A00
6uehler Gambit|A00
4ymmetrical Variation|A00
3Tartakower Gambit|A00
3Wolferts Gambit|A00
3Zukertort System|A05
1|A00
%nziani Opening: Caro Gambit|C44
5Jaenisch Counterattack|C44
O
O
O
5Leonhardt Variation|C44
5Neumann Gambit|C44
5Ponziani Countergambit, Schmidt Attack|C44
K|C44
5Romanishin Variation|C44
6éti Variation|C44
5Spanish Variation, Harrwitz Attack, Nikitin Gambit|C44
F|C44
6teinitz Variation|C44
5Vukovic Gambit|C44
3|C44
%rtuguese Opening: Miguel Gambit|C20
7Portuguese Gambit|C20
5|C20
$seudo Queen's Indian Defense|A47
D
$terodactyl Defense: Austrian, Austriadactylus Western|B06
BGrand Prix Pterodactyl|B06
BPteranodon|B06
8Central, Anhanguera|B06
ABenoni Beefeater Pterodactyl|A40
HPterodactyl|A40
HQuetzalcoatlus|B06
Bogolubovia|A42
AQuetzalcoatlus Gambit|B06
8Eastern, Anhanguera|B06
ABenoni Pteranodon|B06
Lodactyl|B06
G|B06
APteranodon|B06
ARhamphorhynchus|B06
8Fianchetto, King Pterodactyl|B06
DQueen Benoni Pterodactyl|A40
JPteranodon|A40
Nodactyl|A40
DRhamphorhynchus|B06
8Queen Pterodactyl, Quiet Line|A40
8Sicilian, Anhanguera|B27
BBenoni Gambit|B27
BPteranodon|B27
BQuetzalcoatlus|B06
BRhamphorhynchus|B27
BSiroccopteryx|B06
BUnpin|B27
8Western, Anhanguera|B06
APterodactyl|B27
ARhamphorhynchus|B27
ASiroccopteryx|B06
6|A42
#Queen's Gambit Accepted: Accelerated Mannheim Variation|D20
=lekhine Defense, Alatortsev Variation|D22
NBorisenko-Furman Variation|D21
NHaberditz Variation|D22
L|D22
<Bogoljubow Defense|D24
<Central Variation, Alekhine System|D20
OGreco Variation|D20
OMcDonnell Defense, Somov Gambit|D20
\`|D20
Podern Defense|D20
ORubinstein Defense, Yefimov Gambit|D20
a|D20
=lassical Defense, Alekhine System, Main Line|D29
m
\`Smyslov Variation|D29
^|D28
b
OMain Line|D27
\\
ONormal Line|D26
ORubinstein Variation|D27
g
Qssian Gambit|D27
OSteinitz Variation, Development Variation|D26
cExchange Variation|D26
M|D26
E, Flohr Variation|D28
Hurman Variation|D26
<Furman Variation|D27
<Godes Variation|D21
=unsberg Defense, Prianishenmo Gambit|D24
L|D21
<Janowski-Larsen Variation|D25
<Linares Variation|D20
<Mannheim Variation|D23
<Normal Variation, Traditional System|D26
d
d
d
L|D21
O5
<Old Variation, Billinger Gambit|D20
KChristensen Gambit|D20
KKorchnoi Gambit|D20
KNovikov Gambit|D20
I|D20
<Rosenthal Variation|D21
<Saduleto Variation|D20
=chwartz Defense|D20
=howalter Variation|D24
=lav Gambit|D21
=myslov Variation|D25
<Winawer Defense|D25
:|D20
=3
=4
>
2Declined: Alapin Variation|D31
>bin Countergambit, Balogh Variation|D08
QFianchetto Variation, Be6 Line|D09
hf5 Line|D09
hg4 Line|D09
e|D09
QJanowski Variation|D08
QKrenosz Variation|D08
QLasker Trap|D08
QModern Line|D08
QNormal Line|D08
QSpassky Variation|D08
QTartakower Defense|D08
O|D08
>ekhine Variation|D51
=nti-Tartakower Variation, Petrosian Variation|D55
U|D55
=ustrian Attack, Salvio Countergambit|D06
EDefense, Gusev Countergambit|D06
NHaberditz Variation|D06
L|D06
<Baltic Defense, Argentinian Gambit|D06
LPseudo-Chigorin|D06
SSlav|D02
LQueen Attack Deferred|D06
X|D06
J|D06
>rmen Variation|D37
=een-Koomen Variation|D50
<Cambridge Springs Defense, Argentine Variation|D52
WBogoljubow Variation|D52
WCapablanca Variation|D52
WRubinstein Variation|D52
WYugoslav Variation|D52
U|D52
Y
>pablanca Variation, Anti-Cambridge Springs Variation|D51
P|D30
T
=harousek Variation, Miladinovic Gambit|D31
O|D31
>igorin Defense, Exchange Variation, Costa's Line|D07
\`|D07
NJanowski Variation|D07
NLazard Gambit|D07
NMain Line, Alekhine Variation|D07
W|D07
Oodern Gambit|D07
NTartakower Gambit|D07
L|D07
P
P
<Exchange Variation, Carlsen Variation|D35
Qhameleon Variation|D35
PPositional Variation|D35
h
PReshevsky Variation|D36
g
g
g
PSämisch Variation|D35
N|D35
R
R
<Harrwitz Attack, Fianchetto Defense|D37
MMain Line|D37
MOrthodox Defense|D37
MTwo Knights Defense, Blockade Line|D37
\`|D37
K|D35
N7
O
O
<Janowski Variation|D31
<Knight Defense, Alekhine Gambit|D37
<Lasker Defense, Bernstein Variation, Mar del Plata Gambit|D57
_|D57
LMain Line|D57
LRussian Variation|D56
LTeichmann Variation|D56
J|D53
M6
N
<Manhattan Variation|D51
>rshall Defense, Tan Gambit|D06
L|D06
=iles Variation|D37
=odern Variation, Heral Variation|D53
NKnight Defense|D51
\`
\`
NNormal Line|D55
L|D50
<Neo-Orthodox Variation, Main Line|D55
R|D54
U5
=ormal Defense|D35
<Orthodox Defense, Alekhine Variation|D67
NBd3 Line|D66
Z
Y7
Ootvinnik Variation|D60
e
NCapablanca System|D67
YVariation|D63
Olassical Variation|D68
e
e
d9
NFianchetto Variation|D66
NHenneberger Variation|D63
g
g
g
NJanowski Variation|D67
NMain Line|D63
[
[
Z7
NPillsbury Variation|D63
NRauzer Variation|D60
Oubinstein Attack|D64
c
c
c
b5
c
YVariation, Flohr Line|D62
b|D61
f
f
f
f
f
NSwiss, Carlsbad Variation|D63
L|D60
<Pillsbury Attack|D55
=seudo-Tarrasch Variation, Canal Variation|D50
WPrimitive Pillsbury Variation|D50
U|D50
<Queen's Knight Variation|D31
<Ragozin Defense, Alekhine Variation|D38
MVienna Variation|D39
K|D38
=ochlin Variation|D51
<Semi-Slav, Abrahams Variation|D31
GJunge Variation|D31
GKoomen Variation|D31
ATarrasch Defense, Endgame Variation|D41
Txchange Variation|D41
i
SKmoch Variation|D41
Trause Variation|D50
SLevenfish Variation|D40
SMain Line|D42
SPillsbury Variation|D40
i1
SSan Sebastian Variation|D41
Tymmetrical Variation|D40
Swith e3|D40
Q|D40
U
T1
U
U
U
?mering Variation|D30
=pielmann Variation|D30
=tonewall Variation|D30
<Tarrasch Defense, Pseudo-Tarrasch Bishop Attack|D30
]|D30
NStoltz Variation|D34
L|D32
P
P
P
?takower Defense, Exchange Variation|D58
PMakogonov Exchange Variation|D59
N|D58
Q9
=hree Knights Variation|D37
W
I, Vienna Variation|D37
=raditional Variation|D30
<Uhlmann Variation|D53
<Vienna Variation, Quiet Variation|D37
L|D30
<Westphalian Variation|D38
<Zilbermints Gambit|D06
:|D30
<52
=3
>
>
>
>
>
=6
1|D06
+Indian Accelerated|A50
2Defense, with e3, Bb4+ Line|E14
B|E14
F
F
F
F
F
F
F
F
F
F
F
F
F
9: Anti-Queen's Indian System|E17
<verbakh Variation|E14
;Buerger Variation|E15
;Capablanca Variation|E16
<lassical Variation, Polugaevsky Gambit|E17
PTaimanov Gambit|E17
Qiviakov Defense|E18
Qraditional Variation, Main Line|E19
gNimzowitsch Line|E18
e|E18
N|E17
;Euwe Variation|E17
;Fianchetto Variation, Check Variation, Intermezzo Line|E15
bModern Line|E15
\`|E15
QKramnik Variation|E17
QNimzowitsch Variation, Nimzowitsch Attack|E15
hQuiet Line|E15
hTimman's Line|E15
f|E15
QRubinstein Variation|E15
QSämisch Variation|E15
QTraditional Line|E15
O|E15
;Kasparov Variation, Botvinnik Attack|E12
M|E12
P3
C-Petrosian Variation, Andersson Variation|E12
YClassical Variation|E12
YHedgehog Variation|E12
YKasparov Attack|E12
YMain Line|E12
[rco Defense|E12
Zodern Variation|E12
YPetrosian Attack|E12
Zolovodin Gambit|E12
YRashkovsky Attack|E12
Zomanishin Attack|E12
W|E12
;Miles Variation|E12
;Opocensky Variation|E17
;Petrosian Variation, Farago Defense|E12
N|E12
;Riumin Variation|E16
;Spassky System3|E14
N
I|E14
M
M
M
;Traditional Variation|E17
;Yates Variation|E16
9|E12
+Pawn Game: Accelerated London System, Steinitz Countergambit Accepted|D00
g, Morris Countergambit Accepted|D00
}|D00
g|D00
O|D00
7nglo-Slav Opening|A40
8ti-Torre|D02
6Barry Attack, Grünfeld Variation|A48
DTarzan Attack|A48
B|A48
F
6Chandler Gambit|D02
8igorin Variation, Alburt Defense|D00
Knti-Veresov|D00
JFianchetto Defense|D00
JIrish Gambit|D00
JShaviliuk Gambit|D00
Lropshire Defense|D00
H|A45
ID00
L
K2
7olle System, Anti-Colle|D04
DGrünfeld Formation|D04
DTraditional Colle|D05
B|D04
E5
F
F
F
F
F
F
6Hübsch Gambit|D00
6Krause Variation|D02
6Levitsky Attack, Euwe Variation, Modern Line|D02
GWelling Variation|D00
E|D00
7iedmann Gambit|A43
7ondon System, Pterodactyl Variation|D02
Ewith e6|D02
P
C|D02
G
G
G
6Mason Attack|D00
7odern Defense|A40
6Rossolimo Variation|A41
6Stonewall Attack|D00
7ymmetrical Variation, Pseudo-Catalan|D02
_
_
K|D02
6Torre Attack, Breyer Variation|A46
DGossip Variation|D03
Erünfeld Variation, Main Line|A48
V|D03
Z
B|D03
F
F
F
F
F
F
F
F
F
F
6Veresov Attack, Classical Defense|A46
FDutch System|A80
=, Richter Attack|A45
6Zilbermints Countergambit|D02
7ukertort Variation|D02
L5
8rich Gambit|D00
4|A40
71
5D00
8
8
/, Mengarini Attack|E60
#Rapport-Jobava System, with e6|D01
8|D01
<
<
%t Defense: Accelerated Gurgenidze|B06
1ntal Defense|B00
0Balogh Defense|A82
0English Rat, Lisbon Gambit|A41
=Pounds Gambit|A41
;|A41
0Fuller Gambit|B00
0Harmonist|B00
0Petruccioli Attack|B00
0Small Center Defense|C00
1pike Attack|B00
$ichter-Veresov Attack: Boyce Defense|D01
;Malich Gambit|D01
;Richter Variation|D01
;Two Knights System, Grünfeld Defense|D01
M|D01
;Veresov Variation|D01
9|D01
=
$obatsch Defense: Rossolimo Variation|A41
$ubinstein Opening: Bogoljubow Defense|D05
7Classical Defense|D05
7Semi-Slav Defense|D05
L
L
5|D05
%y Lopez: Alapin Defense, Alapin Gambit|C60
<|C60
.Berlin Defense, Anti-Berlin Variation, Anderssen Variation|C65
UDuras Variation|C65
UKaufmann Variation|C65
UMortimer Trap|C65
^Variation|C65
S|C65
>Berlin Wall|C67
@verwijk Variation|C65
>Closed Bernstein Variation|C66
EShowalter Variation|C66
EWolf Variation|C66
?ordel Variation|C67
>Fishing Pole Variation|C65
>Hedgehog Variation|C66
>Improved Steinitz Defense|C66
>Minckwitz Variation|C67
>Nyholm Attack|C65
>Pillsbury Variation|C67
>Rio Gambit Accepted|C67
Bde Janeiro Variation|C67
Z
?osenthal Variation|C67
>Tarrasch Trap|C66
?rifunovic Variation|C67
>Winawer Attack|C67
>Zukertort Variation|C67
>l'Hermet Variation, Berlin Wall Defense|C67
RWesterinen Line|C67
P|C67
<|C65
@
/ird Variation, Paulsen Variation|C61
<|C61
2's Defense Deferred|C70
/rentano Gambit|C60
0ix Variation|C78
/ulgarian Variation|C60
.Central Countergambit|C78
/lassical Defense, Benelux Variation|C64
Boden Variation|C64
AZaitsev Variation|C64
8Variation, Central Variation|C64
Dharousek Variation|C64
Dordel Gambit|C64
CKonikowski Gambit|C64
CModern Main Line|C64
CSpanish Wing Gambit|C64
CZukertort Gambit|C65
A|C64
0osed Berlin Defense, Chigorin Variation|C66
4, Alekhine Gambit|C88
7nti-Marshall|C88
7verbakh Variation|C87
6Balla Variation|C88
8sque Gambit|C84
7ogoljubow Variation|C91
8risenko Variation|C96
7reyer Defense, Quiet Variation|C94
FZaitsev Hybrid|C95
D|C94
G5
H
<|C95
6Center Attack, Basque Gambit|C84
C|C84
7higorin Defense, Gajewski Gambit|C96
HPanov System|C99
F|C96
J
I7
J
I8
J
>, Yugoslav System|C97
6Delayed Exchange|C85
6Flohr System|C92
6Karpov Variation|C92
7ecskemet Variation|C72
8res Defense|C96
7holmov Variation|C92
6Leonhardt Variation|C88
7utikov Variation|C90
6Martinez Variation|C84
7orphy Attack|C84
6Pilnik Variation|C90
6Rosen Attack|C88
9solimo Defense|C96
6Smyslov Defense|C93
=-Breyer-Zaitsev Hybrid|C92
7uetin Variation|C90
6Trajkovic Counterattack|C88
6Worrall Attack, Castling Line|C86
W
FDelayed Castling Line|C86
D|C86
6Yates Variation, Short Attack|C91
E|C91
6Zaitsev System|C92
4|C84
78
8
690
72
/ozio Defense, Paulsen Variation|C60
=Tartakower Gambit|C60
;|C60
.Exchange Variation, Alapin Gambit|C69
Dekhine Variation|C68
BBronstein Variation|C69
BGligoric Variation|C69
BKeres Variation|C68
Cing's Bishop Variation|C69
BLutikov Variation|C68
BNormal Variation|C69
BRomanovsky Variation|C68
@|C68
6, Alekhine Variation|C68
.Fianchetto Defense, Kevitz Gambit|C60
@|C60
.Halloween Attack|C65
.Lucena Variation|C60
.Marshall Attack, Main Line, Spassky Variation|C89
H|C89
@odern Main Line|C89
FVariation|C89
?Original Marshall Attack|C89
?Re3 Variation|C89
?Steiner Variation|C89
=|C89
A
/orphy Defense, Alapin's Defense Deferred|C70
?nderssen Variation|C77
?rkhangelsk Variation|C78
>Bayreuth Variation|C77
>Caro Variation|C70
?lassical Defense Deferred|C70
?ozio Defense|C70
>Duras Variation|C77
>Fianchetto Defense Deferred|C70
>Graz Variation|C70
>Jaffe Gambit|C77
>Mackenzie Variation|C77
?odern Steinitz Defense, Fianchetto Variation|C76
WSiesta Variation|C74
U|C71
Y
Y
X2
X3
Y
X4
Y
X5
Y
?øller Variation|C78
>Neo-Arkhangelsk Variation|C78
?orwegian Variation, Nightingale Gambit|C70
Q|C70
>Schliemann Defense Deferred, Jaenisch Gambit Deferred|C70
Y|C70
?teinitz Deferred|C79
S
>Tarrasch Variation|C77
Atakower Variation|C80
>Wing Attack|C78
?ormald Attack|C77
<|C70
?8
@
.Noah's Ark Trap|C71
?88
/ürnberg Variation|C60
.Open Berlin Defense, Showalter Variation|C67
Cl'Hermet Variation|C67
2, Berger Variation|C80
7lin Variation|C82
7nstein Variation, Luther Line|C80
G|C80
5reslau Variation|C83
4Classical Defense, Main Line|C83
E|C83
I
4Dilworth Variation|C82
4Friess Attack|C80
4Harksen Gambit|C80
5owell Attack, Ekstrom Variation|C81
A|C81
E
4Italian Variation|C82
4Karpov Gambit|C80
5norre Variation|C80
4Main Line|C80
6lkin Variation|C83
5otzko Attack, Nenarokov Variation|C82
A|C82
4Richter Variation|C80
6ga Variation|C80
4Schlechter Defense|C80
5kipworth Gambit|C80
5t. Petersburg Variation|C82
4Tarrasch Trap|C83
4Zukertort Variation|C80
2|C80
6
6
6
52
.Pollock Defense|C60
.Rabinovich Variation|C78
/etreat Variation|C60
/otary-Albany Gambit|C60
.Schliemann Defense, Classical Variation|C63
BDyckhoff Variation|C63
BExchange Variation|C63
BJaenisch Gambit Accepted|C63
BKostić Defense|C63
BMöhring Variation|C63
BSchönemann Attack|C63
BTartakower Variation|C63
@|C63
/panish Countergambit, Harding Countergambit, Fricke Gambit|C60
MGambit|C60
C|C60
/teinitz Defense Deferred, Boleslavsky Variation|C79
ILipnitsky Variation|C79
>, Center Gambit|C62
@Nimzowitsch Attack|C62
@Semi-Duras Variation|C62
>|C62
B
.Vinogradov Variation|C60
.Wormald Attack, Grünfeld Variation|C77
,|C60
$éti Opening: Advance Variation, Michel Gambit|A09
DNavara Gambit|A09
B|A09
2nglo-Slav Variation, Bled Variation|A12
Hogoljubow Variation, Stonewall Line|A14
[|A12
_
_
_
GCapablanca Variation|A12
_
_
GGurevich System|A11
Z
Z
Z
Z
GLondon Defensive System|A12
b
b
b
GNew York System|A12
Z
Z
GTorre System|A12
W
W
W
Gwith dxc4|A12
Lg3|A11
R
R
R
R
R
E|A12
H4
1Penguin Variation|A09
1Reversed Blumenfeld Gambit|A09
2éti Accepted|A09
6Gambit, Keres Variation|A09
1Zilbermints Gambit|A09
/|A09
#Saragossa Opening|A00
$candinavian Defense: Anderssen Counterattack, Collijn Variation|B01
RGoteborg System|B01
ROrthodox Attack|B01
P|B01
9Blackburne Gambit|B01
C-Kloosterboer Gambit|B01
:oehnke Gambit|B01
:ronstein Variation|B01
9Classical Variation|B01
9Grünfeld Variation|B01
:ubinsky-Melts Defense|B01
9Icelandic-Palme Gambit|B01
9Kiel Variation|B01
:loosterboer Gambit|B01
:ádas Gambit|B01
9Lasker Variation|B01
9Main Line, Leonhardt Gambit|B01
DMieses Variation|B01
B|B01
;rshall Variation|B01
:ieses-Kotroc Variation|B01
:odern Variation, Gipslis Variation|B01
KWing Gambit|B01
I|B01
M
9Panov Transfer|B01
:ortuguese Gambit, Banker Variation|B01
LClassical Variation|B01
Morrespondence Refutation|B01
LElbow Variation|B01
LJadoul Variation|B01
LLusophobe Variation|B01
LMelbourne Shuffle Variation|B01
LWuss Variation|B01
J|B01
9Richter Variation|B01
N
9Schiller-Pytel Variation, Modern Variation|B01
Q|B01
9Valencian Variation, Ilundain Variation|B01
NMain Line|B01
L|B01
9Zilbermints Gambit|B01
7|B01
;
%otch Game: Alekhine Gambit|C45
0Benima Defense|C44
1lumenfeld Attack|C45
1raune Variation|C45
0Classical Variation, Blackburne Attack|C45
EIntermezzo Variation|C45
EMillennium Variation|C45
C|C45
1ochrane Variation|C44
8-Shumov Defense|C44
0Fraser Variation|C45
0Ghulam-Kassim Variation|C45
1ottschall Variation|C45
1öring Gambit, Bardeleben Variation|C44
?Double Pawn Sacrifice|C44
?Main Line|C44
=|C44
0Hanneken Variation|C44
2xo Gambit|C44
1orwitz Attack, Blackburne Variation|C45
>|C45
0Lolli Variation|C44
C
0Malaniuk Variation|C45
1eitner Variation|C45
1ieses Variation|C45
1odern Defense|C45
0Napoleon Gambit|C44
0Paulsen Attack|C45
8Variation|C45
7, Gunsberg Defense|C45
1otter Variation|C45
0Relfsson Gambit|C44
1omanishin Variation|C45
2senthal Variation|C45
0Schmidt Variation|C45
2otch Gambit, Advance Variation|C44
?Cochrane-Anderssen Variation|C44
?Dubois Réti Defense|C44
?Göring Gambit Declined|C44
?Kingside Variation|C44
?London Defense|C44
?Sarratt Variation|C44
=|C44
1ea-Cadet Mate|C44
1teinitz Variation|C45
F
0Tartakower Variation|C45
0Vitzthum Attack|C44
.|C44
2
15
2
$emi-Slav Defense Accepted|D44
4: Accelerated Meran Variation|D45
Cove Order|D31
7nti-Moscow Gambit|D43
;Noteboom, Stonewall Variation, Portisch Gambit|D31
X|D31
6Bogoljubow Variation|D46
8tvinnik Variation, Alatortsev System|D44
KEkstrom Variation|D44
KLilienthal Variation|D44
KSzabo Variation|D44
I|D44
M
6Chigorin Defense|D46
J
J
J
J
J
J
J
6Gunderam Gambit|D31
6Hastings Variation|D43
6Main Line|D45
B6
C
8rshall Gambit, Forgotten Variation|D31
GMain Line|D31
GTolush Variation|D31
E|D31
7eran Variation, Blumenfeld Variation|D49
GLundin Variation|D47
GOld Variation|D48
GPirc Variation|D48
GRabinovich Variation|D49
Hellstab Attack|D49
Iynolds' Variation|D48
GSozin Variation|D49
Z
Htahlberg Variation|D49
GWade Variation, Kaidanov Gambit|D47
WLarsen Variation|D47
U|D47
E|D47
H8
I
7oscow Variation|D43
6Normal Variation|D45
J
J
8teboom Variation, Abrahams Variation|D31
Knti-Noteboom Gambit|D31
XVariation, Belyavsky Line|D31
a|D31
H|D31
6Quiet Variation|D30
I
6Romih Variation|D46
7ubinstein System|D45
6Semi-Meran Variation|D47
7toltz Variation, Center Variation, Mikhalchishin Line|D45
X|D45
HShabalov Attack|D45
F|D45
J
J
J
J
9newall Defense|D45
4|D43
$icilian Defense: Accelerated Dragon, Exchange Variation|B34
IMaróczy Bind, Breyer Variation|B39
WGurgenidze Variation|B36
U|B36
X7
X8
Jodern Bc4 Variation|B35
PVariation|B34
ISimagin Variation|B37
G|B32
7ton Extension|B27
6lapin Variation, Anti-Alapin Gambit|B22
GBarmen Defense, Central Exchange|B22
WEndgame Variation|B22
WMilner-Barry Attack|B22
Xodern Line|B22
U|B22
Y
Y
GSherzer Variation|B40
Hmith-Morra Declined|B22
Htoltz Attack, Ivanchuk Line|B22
T|B22
E|B22
6mazon Attack|B20
5Big Clamp Formation|B20
6oleslavsky Variation, Louma Variation|B58
J|B58
M9
7wdler Attack|B20
6rick Variation|B20
7ussels Gambit|B27
6ücker Variation|B27
5Chekhover Variation, Zaitsev Defense|B53
H|B53
6lassical Variation, Anti-Sozin Variation|B57
JDragon Transfer|B58
JFianchetto Variation|B56
JSozin Attack|B57
H|B56
K8
7osed, Anti-Sveshnikov Variation, Kharlov-Kramnik Line|B30
Xwith Nf6|B30
]d6|B30
V|B30
=Botvinnik Defense, Edge Variation|B25
Pwith Nge2|B25
Uf4|B25
=Carlsen Variation|B23
>hameleon Variation|B23
=Fianchetto Variation|B24
=Grob Attack|B23
=Korchnoi Defense|B23
=Portland Attack|B23
=Smyslov Variation|B24
=Traditional|B23
;|B23
?
?
>4
?
>5
?
>6
6oles Sicilian Gambit|B21
6zerniak Attack, Queen Fianchetto Variation|B20
D|B20
5Delayed Alapin Variation, Basman-Palatnik Double Gambit|B50
_Gambit|B50
Owith d6|B50
Te6|B40
M|B22
Q
6ouble-Dutch Gambit|B27
6ragon Variation, Accelerated Dragon|B54
GClassical Variation, Alekhine Line|B74
]msterdam Variation|B72
\\Battery Variation|B73
]ernard Defense|B74
\\Grigoriev Variation|B72
\\Maróczy Line|B74
\\Normal Line|B74
\\Spielmann Variation|B74
]tockholm Attack|B74
\\Tartakower Line|B74
\\Zollner Gambit|B73
Z|B70
]2
^
^
]3
GFianchetto Variation|B70
GLevenfish Variation, Main Line|B71
Z|B71
GModern Bc4 Variation|B35
GYugoslav Attack, Belezky Line|B75
Yyrne Variation|B77
XChinese Dragon|B78
Yzerniak Variation|B77
n
XEarly Deviations|B75
XHungarian Dragon|B75
XMain Line|B77
e
e
Yodern Line|B76
XOld Line|B78
XPanov Variation|B76
XSoltis Variation|B79
Zsonko Variation|B77
XTopalov Variation|B78
V|B76
Z
Y8
Y9
E|B70
H2
8zic Variation|B40
5Euwe Attack, Prins Gambit|B20
5Flohr Variation|B32
6our Knights Variation, American Attack|B45
MCobra Variation|B45
MExchange Variation|B45
MSveshnikov Transfer|B45
K|B45
6ranco-Sicilian Variation|B32
7ederico Variation|B27
8nch Variation, Normal|B40
GOpen|B40
GWesterinen Attack|B40
E|B40
5Gaw-Paw Variation|B40
6loria Variation|B20
6odiva Variation|B32
6rand Prix Attack, Schofman Variation|B23
F|B23
7ob Variation|B20
5Halasz Gambit|B21
6eidenfeld Variation|B22
6yperaccelerated Dragon|B27
P
FPterodactyl, Exchange Variation|B27
Q|B27
5Jalalabad Variation|B27
5Kalashnikov Variation|B32
7n Variation, Gipslis Variation|B42
DKnight Variation|B43
DMaróczy Bind, Bronstein Variation|B41
i
RHedgehog Variation|B41
RRéti Variation|B41
Eodern Variation|B42
DPolugaevsky Variation|B42
DSwiss Cheese Variation|B42
DWing Attack, Christiansen's Dream|B43
QFianchetto Variation|B40
QSpraggett Attack|B43
O|B43
B|B41
7talimov Variation|B27
6eres Variation|B20
6ing David's Opening|B20
6opec System|B50
7tov Gambit|B50
6ramnik Variation|B40
7onberger Variation, Nemeth Gambit|B20
I|B20
6upreichik Variation|B56
6veinis Variation|B40
5Lasker-Dunne Attack|B20
<Pelikan Variation, Bird Variation|B33
OExchange Variation|B33
ORetreat Variation|B33
OSchlechter Variation|B33
Pveshnikov Variation, Chelyabinsk Variation|B33
eNovosibirsk Variation|B33
ePeresypkin's Sacrifice|B33
c|B33
g
M|B33
6öwenthal Variation|B32
5Magnus Smith Trap|B57
7rshall Counterattack|B40
6cDonnell Attack, Tal Gambit|B21
Hoilet Variation|B21
E|B21
6engarini Variation|B20
6odern Variations, Anti-Qxd4 Move Order Accepted|B50
\\|B50
HGinsberg Gambit|B54
HMain Line|B54
HTartakower|B50
F|B50
7ngoose Variation|B27
7rphy Gambit, Andreaschek Gambit|B21
B|B21
7scow Variation, Dorfman Gambit|B51
GHaag Gambit|B52
GMain Line|B52
Hoscow Gambit|B51
GSokolsky Variation|B52
E|B51
6yers Attack, with a4|B20
Hh4|B20
5Najdorf Variation, Adams Attack|B90
Imsterdam Variation|B93
HBrowne Variation|B98
HDekker Gambit|B90
HEnglish Attack, Anti-English|B90
V|B90
Z
Z
Z
Z
HGoteborg Variation|B98
HIvkov Variation|B94
HLipnitsky Attack|B90
HMain Line|B99
HNeo-Classical Defense|B96
HOpocensky Variation, Modern Line|B92
]Traditional Line|B92
[|B92
_
HPetronić Attack|B90
Ioisoned Pawn Accepted|B97
VVariation|B97
Jlugaevsky Variation, Simagin Line|B96
]|B96
HScheveningen Variation|B84
HTraditional Line|B98
HYates Variation|B90
HZagreb Variation|B91
F|B90
I4
I5
I6
I8
6imzo-American Variation|B32
:witsch Variation, Advance Variation|B29
LClosed Variation|B29
LExchange Variation|B29
LMain Line|B29
J|B29
6yezhmetdinov-Rossolimo Attack, Brooklyn Retreat Defense|B30
UFianchetto Variation, Gufeld Gambit|B31
kLutikov Gambit|B31
kTotsky Attack|B31
i|B31
UGurgenidze Variation|B31
USan Francisco Gambit|B30
S|B30
5O'Kelly Variation, Aronin System|B28
HKieseritzky System|B28
HMaróczy Bind, Geller Line|B32
VPaulsen Line|B28
VRobatsch Line|B28
T|B28
HNormal System, Cortlever Gambit|B28
WSmith-Morra Line|B28
WTaimanov Line|B28
WZagorovsky Line|B28
U|B28
HQuiet System|B28
HRéti System|B28
HVenice System, Barcza Line|B28
WGambit Line|B28
WLjubojevic Line|B28
WSteiner Line|B28
U|B28
HWing Gambit|B28
HYerevan System|B28
F|B28
6ld Sicilian|B30
6pen|B32
=
=
<3
5Paulsen-Basman Defense|B40
6in Variation, Jaffe Variation|B40
DKoch Variation|B40
B|B40
6olish Gambit|B27
7rtsmouth Gambit|B30
6rins Variation, Venice Attack|B55
D|B54
5Quinteros Variation|B27
5Richter-Rauzer Variation, Classical Variation, Kantscher Line|B63
b|B63
e4
f
e5
ODragon Variation|B60
OExchange Variation|B62
OIvanov Variation|B63
OModern Variation|B60
b1
ONeo-Modern Variation, Early Deviations|B66
eNyezhmetdinov Attack|B69
c|B67
f8
OPodebrady Variation|B62
ORauzer Attack|B65
OTraditional Variation|B63
OVitolins Variation|B62
M|B60
P2
Q
5Scheveningen Variation, Classical Main Line|B85
WVariation, Paulsen Variation|B85
w
w
\`|B83
c4
d
MDelayed Keres Attack, Perenyi Gambit|B90
a|B90
MEnglish Attack, with Qd2|B80
bf3|B90
MFianchetto Variation|B80
MKeres Attack|B81
MMatanovic Attack|B82
Nodern Variation|B83
a
a
MTal Variation|B82
MVitolins Variation|B80
K|B80
6mith-Morra Gambit Accepted, Chicago Defense|B21
e
Slassical Formation|B21
RDanish Variation|B21
RFianchetto Defense|B21
Tnegold Defense|B21
RKan Formation|B21
RLarsen Defense|B21
RMorphy Defense Deferred|B21
\`|B21
RPaulsen Formation|B21
Sin Defense|B21
RScheveningen Formation|B21
Siberian Variation, Siberian Trap|B21
d|B21
Sozin Formation|B21
RTaimanov Formation|B21
P|B21
HDeclined, Alapin Formation|B21
RCenter Formation|B21
RDubois Variation|B21
RPush Variation|B21
RScandinavian Formation|B21
RWing Formation|B21
Jferred|B40
G|B21
K
6ozin Attack, Fischer Variation|B88
Dlank Variation|B87
CLeonhardt Variation|B88
CMain Line, Sherbakov Variation|B89
L|B89
A|B86
6pielmann Variation|B56
6taunton-Cochrane Variation|B20
5Taimanov Variation, Bastrikov Variation, English Attack|B48
^Ponomariov Gambit|B47
\\|B47
_9
IGary Gambit|B44
IModern Line|B44
ISzén Variation|B44
G|B44
J5
J6
5Velimirovic Attack|B89
7nice Attack|B56
5Wing Gambit Deferred|B40
@, Abrahams Variation|B20
BCarlsbad Variation|B20
BDeferred Variation|B50
BMarienbad Variation|B20
Eshall Variation|B20
BNanu Gambit|B20
BRomanian Defense|B20
BSantasiere Variation|B20
@|B20
3|B20
67
550
7
$lav Defense: Alapin Variation|D16
3ekhine Variation|D15
1Bonet Gambit|D11
2reyer Variation|D11
1Chebanenko Variation, Advance System|D15
E|D15
I
2zech Variation, Bled Attack|D17
BCarlsbad Variation, Morozevich Variation|D17
T|D17
Classical System, Main Line|D19
R|D18
BDutch Variation, Sämisch Variation|D19
Q|D19
BKrause Attack, Fazekas Gambit|D17
O|D17
BLasker Variation|D18
BWiesbaden Variation, Sharp Line|D17
U|D17
@|D17
1Diemer Gambit|D10
1Exchange Variation, Boor Attack|D10
ESchallopp Variation|D13
Fymmetrical Line|D14
ETrifunovic Variation|D14
C|D10
F3
1Geller Gambit|D15
B
1Modern Line|D11
@
@
@
1Quiet Variation, Amsterdam Variation|D12
BLandau Variation|D12
BPin Defense|D11
BSchallopp Defense|D12
W
@|D11
1Schlechter Variation|D15
2lav Gambit, Alekhine Attack|D10
2myslov Variation|D16
2oultanbeieff Variation|D16
2teiner Variation|D16
2üchting Variation|D15
1Three Knights Variation|D15
2wo Knights Attack|D15
1Winawer Countergambit, Anti-Winawer Gambit|D10
F|D10
/|D10
3
3
(Indian: Kudischewitsch Gambit|A40
.|A50
$odium Attack: Celadon Variation|A00
3henoboskion Variation|A00
2Durkin Gambit|A00
0|A00
$t. George Defense: Polish Variation|B00
7San Jorge Variation|B00
7Zilbermints Gambit|B00
5|B00
#Tarrasch Defense: Classical Variation, Advance Variation|D34
JBogoljubow Variation|D34
JCarlsbad Variation|D34
Khandler Variation|D34
Klassical Tarrasch Gambit|D34
JEndgame Variation|D34
JMain Line|D34
JPetursson Variation|D34
JRéti Variation|D34
JSpassky Variation|D34
H|D34
5Dubov Tarrasch|D33
5Grünfeld Gambit|D32
5Marshall Gambit|D32
5Prague Variation, Main Line|D34
E|D33
5Rubinstein System|D33
5Schara Gambit|D32
6wedish Variation, Central Break|D33
F|D33
6ymmetrical Variation|D32
N
5Tarrasch Gambit|D32
6wo Knights Variation|D32
5Wagner Variation|D33
5von Hennig Gambit|D32
3|D32
$hree Knights Opening: Schlechter Variation|C46
;teinitz Defense|C46
B-Rosenthal Variation|C46
:Winawer Defense|C46
8|C46
<
$orre Attack: Classical Defense, Nimzowitsch Variation|A46
DPetrosian Gambit|A46
B|A46
1Fianchetto Defense, Euwe Variation|A48
C|A48
1Wagner Gambit|A46
$rompowsky Attack: Borg Variation|A45
6Classical Defense, Big Center Variation|A45
G|A45
6Edge Variation, Hergert Gambit|A45
X
D|A45
6Poisoned Pawn Variation|A45
6Raptor Variation, Hergert Gambit|A45
F|A45
4|A45
#Valencia Opening|A00
%n Geet Opening: Battambang Variation|A00
6erlin Gambit|B00
6illockus-Johansen Gambit|A00
5Damhaug Gambit|A00
6ougherty Gambit|A00
6unst-Perrenet Gambit|A00
6üsseldorf Gambit|A00
5Gladbacher Gambit|A00
6rünfeld Defense, Steiner Gambit|C31
E|B01
5Hector Gambit|A00
7rgert Gambit|A00
6ulsemann Gambit|A00
5Jendrossek Gambit|A00
5Kluever Gambit|A00
5Laroche Gambit|A00
6iebig Gambit|A00
5Melleby Gambit|A00
6yers Attack|A00
5Napoleon Attack|A00
6ovosibirsk Variation|A00
7wokunski Gambit|A00
5Pfeiffer Gambit, Sleipnir Countergambit|A00
D|A00
5Reversed Nimzowitsch|A00
>Scandinavian|A00
5Sicilian Two Knights|A00
6leipnir Gambit|A00
5Twyble Attack|A00
6übingen Gambit|A00
5Venezolana Variation|A00
5Warsteiner Gambit|A00
3|A00
&'t Kruijs Opening: Bouncing Bishop Variation|A00
9Keoni-Hiva Gambit, Akahi Variation|A00
Mlua Variation|A00
LEkolu Variation|A00
7|A00
$ienna Gambit, with Max Lange Defense: Cunningham Defense|C25
JHamppe-Allgaier Gambit, Alapin Variation|C25
bThorold Variation|C25
\`|C25
QMuzio Gambit|C25
JKnight Variation|C25
JPierce Gambit|C25
JQuelle Gambit|C25
JSteinitz Gambit, Fraser-Minckwitz Defense|C25
[Main Line|C25
[Paulsen Defense|C25
[Sörensen Defense|C25
[Zukertort Defense|C25
Y|C25
H|C25
-e: Adams' Gambit|C27
1nderssen Defense|C25
0Falkbeer Variation|C26
1rankenstein-Dracula Variation|C27
1yfe Gambit|C25
0Giraffe Attack|C25
0Hamppe-Meitner Variation|C25
8uzio Gambit|C25
<, Dubois Variation|C25
1eyde Variation|C29
0Max Lange Defense|C25
1engarini Variation|C26
1ieses Variation, Erben Gambit|C26
@|C26
0Omaha Gambit|C25
0Paulsen Variation, Mariotti Gambit|C25
CPollock Gambit|C26
A|C25
E
1hilidor Countergambit|C25
1ierce Gambit, Rushmere Attack|C25
0Stanley Variation, Alekhine Variation|C27
CBronstein Gambit|C28
CEifel Gambit|C26
CFrankenstein-Dracula Variation|C27
CMeitner-Mieses Gambit|C25
Donster Declined|C27
CReversed Spanish|C26
CThree Knights Variation|C28
A|C26
0Vienna Gambit, Bardeleben Variation|C29
@reyer Variation|C29
?Kaufmann Variation|C29
?Main Line|C29
@odern Variation|C29
?Paulsen Attack|C29
?Steinitz Variation|C29
?Wurzburger Trap|C29
=|C29
0Zhuravlev Countergambit|C25
.|C25
$ulture Defense|A56
#Wade Defense|A41
%re Defense: Snagglepuss Defense|B00
/|B00
(Opening: Cologne Gambit|A00
2rab Variation|A00
1Meadow Hay Trap|A00
1Symmetric Variation|A00
1Ware Gambit|A00
2ing Gambit|A00
/|A00
#Yusupov-Rubinstein System|A46
#Zaire Defense|A40
$ukertort Defense: Kingside Variation|A04
6Sicilian Knight Variation|A04
-Opening: Ampel Variation|A06
7rctic Defense, Drunken Knight Variation|A04
D|A04
6Basman Defense|A04
7lack Mustang Defense|A04
6Double Fianchetto Attack|A05
7runken Cavalry Variation|A04
7utch Variation|A04
6Herrstrom Gambit|A04
6Kingside Fianchetto|A04
6Lemberger Gambit|A05
7isitsyn Gambit Deferred|A04
E|A04
6Myers Polish Attack|A05
6Nimzo-Larsen Variation|A05
6Old Indian Attack|A06
6Pachman Gambit|A06
7irc Invitation|A04
7olish Defense|A04
6Queen's Gambit Invitation|A04
;side Fianchetto Variation|A04
8iet System|A05
6Regina-Nu Gambit|A06
8versed Grünfeld|A08
K
K
K
?Mexican Defense|A06
7oss Gambit|A04
6Santasiere's Folly|A06
7habalov Gambit|A04
7icilian Invitation|A04
7lav Invitation|A04
7peelsmet Gambit|A04
7t. George Defense|A04
6Tennison Gambit, Brigg's Trap|A06
E|A06
7he Potato|A06
:Walrus|A04
6Vos Gambit|A04
6Wade Defense, Chigorin Plan|A41
B|A04
8re Defense|A04
4|A04
75
8
76`,yi={keys:js,names:Zs};function Qs(n){const e=n.split(" ").slice(0,4).join(" ");let t=2166136261;for(let a=0;a<e.length;a++)t=Math.imul(t^e.charCodeAt(a),16777619);return(t^t>>>24)&16777215}function qs(n){let e="";return n.split(`
`).map(t=>e=e.slice(0,t.charCodeAt(0)-35)+t.slice(1))}let Vi;function Ys(){const n=qs(yi.names),e=atob(yi.keys),t=new Map;return n.forEach((a,o)=>{const r=d=>e.charCodeAt(3*o+d),s=r(0)<<16|r(1)<<8|r(2),l=a.lastIndexOf("|");t.set(s,{name:a.slice(0,l),eco:a.slice(l+1)})}),t}function Ra(n){Vi??=Ys();for(let e=n.length-1;e>=0;e--){const t=Vi.get(Qs(n[e]));if(t)return t}}const Xs=200,nl=2e5;class jo{tree_=L(new En(Jn));at_=L(0);changes=L(0);past=[];future=[];onReplaced;tree=hn(()=>(this.changes.value,this.tree_.value));node=hn(()=>this.tree.value.node(this.at_.value)??this.tree.value.root);moves=hn(()=>this.tree.value.moves(this.node.value));position=hn(()=>J().call("position",{fen:this.tree.value.root.fen,moves:this.moves.value}));opening=hn(()=>{const e=this.tree.value;return Ra([e.root.fen,...e.path(this.node.value).map(t=>t.fen)])});get version(){return this.changes.value}go(e){e&&(this.at_.value=e.id)}back(){this.go(this.node.value.parent)}forward(){this.go(this.node.value.children[0])}first(){this.go(this.tree.value.root)}last(){let e=this.node.value;for(;e.children[0];)e=e.children[0];this.go(e)}play(e,t=this.node.value){const a=this.tree_.value,o=a.moves(t),r=J().call("line",{fen:a.root.fen,moves:[...o,...e]}).moves,s=this.kept(),{size:l}=a;let d=t;for(const c of r.slice(o.length))d=a.add(d,c);return a.size!==l&&this.hasChanged(s),this.go(d),d}reset(e=Jn){const t=J().call("position",{fen:e});this.replace(new En(t.fen))}load(e){this.replace(En.fromPgn(e))}remove(e){this.edit(t=>{const a=t.remove(e);t.node(this.at_.value)||this.go(a)})}promote(e){this.edit(t=>t.promote(e))}edit(e){const t=this.kept();e(this.tree_.value),this.hasChanged(t)}touch(){this.changes.value++}get canUndo(){return this.changes.value,this.past.length>0}get canRedo(){return this.changes.value,this.future.length>0}undo(){this.swap(this.past,this.future)}redo(){this.swap(this.future,this.past)}kept(){return{tree:this.tree_.value.kept(),at:this.at_.value}}restore(e){this.show(e),this.past=[],this.future=[]}open(e){this.replace(En.fromKept(e.tree),e.at)}pgn(){this.version;const e=this.tree.value;return J().call("pgn_write",{tags:e.tags,start:e.root.fen,result:e.result,line:e.toPgnLine()}).pgn}replace(e,t=0){const a=this.kept();this.tree_.value=e,this.at_.value=t,this.hasChanged(a),a.tree.nodes.length>1&&this.onReplaced?.(a)}hasChanged(e){this.past.push(e),this.future=[];let t=this.past.reduce((a,{tree:o})=>a+o.nodes.length,0);for(;this.past.length>Xs||t>nl;)t-=this.past.shift().tree.nodes.length;this.changes.value++}swap(e,t){const a=e.pop();a&&(t.push(this.kept()),this.show(a))}show(e){this.tree_.value=En.fromKept(e.tree),this.at_.value=e.at,this.changes.value++}}const ct=L(void 0);function el(n,e){return ct.value?.answer(!1),new Promise(t=>ct.value={text:n,yes:e,answer:t})}function tl(){const n=nn(null),e=ct.value;if(K(()=>{e&&n.current?.showModal()},[e]),!e)return null;const t=a=>{ct.value=void 0,e.answer(a)};return i("dialog",{ref:n,class:"ask","aria-label":e.text,onClose:()=>t(!1),children:[i("p",{children:e.text}),i("div",{class:"buttons",children:[i("button",{type:"button",class:"primary",onClick:()=>t(!0),children:e.yes}),i("button",{type:"button",onClick:()=>t(!1),children:p().page.keep})]})]})}function Tn({label:n,min:e,max:t,step:a=1,value:o,text:r,onInput:s}){const l=At();return i("div",{class:"slider",children:[i("label",{for:l,children:n}),i("output",{for:l,children:r}),i("input",{id:l,type:"range",min:e,max:t,step:a,value:o,"aria-valuetext":r,onInput:d=>s(Number(d.currentTarget.value))})]})}function Q({label:n,value:e,options:t,onChange:a}){const o=At();return i("div",{class:"field",children:[i("label",{for:o,children:n}),i("select",{id:o,value:e,onChange:r=>a(r.currentTarget.value),children:t.map(([r,s])=>i("option",{value:r,children:s},r))})]})}function wi({label:n,min:e=0,max:t,value:a,onChange:o}){const r=At();return i("div",{class:"field",children:[i("label",{for:r,children:n}),i("input",{id:r,type:"number",min:e,max:t,value:a,onChange:s=>{const l=Math.round(Number(s.currentTarget.value))||e;o(Math.min(t,Math.max(e,l)))}})]})}function re({label:n,on:e,onChange:t}){return i("label",{class:"toggle",children:[i("input",{type:"checkbox",role:"switch",checked:e,onChange:a=>t(a.currentTarget.checked)}),i("span",{children:n})]})}function U({title:n,children:e,aside:t,class:a}){return i("section",{class:`panel ${a??""}`,children:[i("header",{children:[i("h2",{children:n}),t]}),e]})}const al={first:"M18 5v14L9 12zM6 5h2.500v14H6z",back:"M16 5v14L7 12z",forward:"M8 5v14l9-7z",last:"M6 5v14l9-7zM15.500 5H18v14h-2.500z"};function Pn({icon:n,label:e,disabled:t=!1,onClick:a}){return i("button",{type:"button",class:"icon","aria-label":e,title:e,disabled:t,onClick:a,children:i("svg",{viewBox:"0 0 24 24","aria-hidden":"true",children:i("path",{d:al[n]})})})}function Ha(n,e,t="application/x-chess-pgn"){const a=document.createElement("a");a.href=URL.createObjectURL(new Blob([e],{type:t})),a.download=n,a.click(),setTimeout(()=>URL.revokeObjectURL(a.href),1e3)}const Zo=800,il=3200,qn=il+50,dt=n=>n>=qn?p().chess.full:`Elo ${n}`;async function ol(n){const e=await yn(`games?player=${encodeURIComponent(n)}`);if(!e.ok)throw await Vt(e);return(await e.json()).players}async function rl(n){const e=await yn(`games/${n}`);if(!e.ok)throw await Vt(e);return e.text()}const Di=4<<20,Bi=7<<20,sl=20;async function ll(n,{signal:e,onProgress:t}){const a={added:0,known:0,bad:0,games:0,remarks:[]};if(hl(await ia(n.slice(0,4))))throw new Error(p().explorer.packed);let o=1;for(let r=0;r<n.size;){const s=await cl(n,r);if(e.aborted)throw me();const l=await ia(n.slice(r,s)),d=await ml(l,o,e);o+=ul(l),a.added+=d.added,a.known+=d.known,a.bad+=d.bad,a.games=d.games;const c=d.remarks.map(h=>h.replace(/^pgn: /,""));a.remarks=[...a.remarks,...c].slice(0,sl),r=s,t(r,n.size,a)}return a}const ia=async n=>new Uint8Array(await n.arrayBuffer());async function cl(n,e){for(let t=Di;;t=Math.min(Bi,t+Di)){if(e+t>=n.size)return n.size;const a=dl(await ia(n.slice(e,e+t)));if(a>0)return e+a;if(t===Bi)throw new Error(p().explorer.longGame)}}function dl(n){const[e,t,a]=[10,13,91];for(let o=n.lastIndexOf(a);o>1;o=n.lastIndexOf(a,o-1)){const r=n[o-2]===t?n[o-3]:n[o-2],s=n[o+1]??0;if((s>=65&&s<=90||s>=97&&s<=122)&&n[o-1]===e&&r===e)return o}return 0}function ul(n){let e=0;for(let t=0;t<n.length;t++)(n[t]===10||n[t]===13&&n[t+1]!==10)&&e++;return e}function hl([n,e,t,a]){return n===31&&e===139||n===40&&e===181&&t===47&&a===253||n===80&&e===75}async function ml(n,e,t){const a=await yn(`games?line=${e}`,{method:"POST",headers:{"Content-Type":"application/x-chess-pgn"},body:n,signal:t});if(a.ok)return await a.json();a.status===401&&(xa.value=!1);const o=await Vt(a);if(a.status===422)return{added:0,known:0,bad:0,games:0,remarks:[o.message]};throw o}const Oa=L(0),ne=L({kind:"idle"});let oa;async function ra(n){if(ne.value.kind==="running")return;oa=new AbortController;let e={added:0,known:0,bad:0,games:0,remarks:[]};ne.value={kind:"running",done:0,total:n.size,added:0};try{if(e=await ll(n,{signal:oa.signal,onProgress:(t,a,o)=>{e={...o},ne.value={kind:"running",done:t,total:a,added:o.added}}}),e.added+e.known+e.bad===0)throw new Error(p().files.noGame);ne.value={kind:"done",sum:e}}catch(t){ne.value=Te(t)?{kind:"done",sum:e}:{kind:"failed",fault:en(t),wantsToken:t instanceof To&&t.status===401,file:n}}await Fa().catch(()=>{}),Oa.value++}function fl(){const n=nn(null),[e,t]=M(!1),a=p().explorer;if(!P.value?.lookup.import)return null;const o=ne.value,r=s=>s.dataTransfer?.types.includes("Files")??!1;return i("div",{class:`import ${e?"over":""}`,"data-testid":"import",onDragOver:s=>{r(s)&&(s.preventDefault(),t(!0))},onDragLeave:()=>t(!1),onDrop:s=>{if(!r(s))return;s.preventDefault(),t(!1);const l=s.dataTransfer?.files[0];l&&ra(l)},children:[o.kind==="running"?i(Z,{children:[i("progress",{max:o.total||1,value:o.done,"aria-label":a.importing}),i("span",{role:"status",children:a.importProgress(Math.floor(100*o.done/(o.total||1)),dn(o.added))}),i("button",{type:"button",onClick:()=>oa?.abort(),children:a.stopImport})]}):i(Z,{children:[i("p",{children:a.dropHere}),i("button",{type:"button",onClick:()=>n.current?.click(),children:a.chooseFile}),i("input",{ref:n,type:"file",accept:".pgn,.txt",class:"hidden","aria-label":a.gamesFile,tabIndex:-1,onChange:s=>{const l=s.currentTarget.files?.[0];s.currentTarget.value="",l&&ra(l)}})]}),o.kind==="done"&&i(pl,{sum:o.sum}),o.kind==="failed"&&i("p",{class:"fault",role:"alert",children:o.fault}),o.kind==="failed"&&o.wantsToken&&i(vl,{file:o.file})]})}function pl({sum:n}){return i(Z,{children:[i("p",{role:"status","data-testid":"imported",children:p().explorer.imported(dn(n.added),dn(n.known),dn(n.bad))}),n.remarks.length>0&&i("details",{children:[i("summary",{children:p().explorer.badGames}),i("ul",{children:n.remarks.map(e=>i("li",{children:e},e))})]})]})}function vl({file:n}){const[e,t]=M("");return i("form",{class:"field",onSubmit:a=>{a.preventDefault(),Bo(e),ra(n)},children:[i("label",{for:"import-token",children:p().explorer.token}),i("input",{id:"import-token",type:"password",autocomplete:"off",value:e,onInput:a=>t(a.currentTarget.value)}),i("button",{type:"submit",children:p().explorer.tryAgain})]})}const ae=L(""),ut=L(""),sa=L(void 0),Ue=L(""),Qo=n=>n?.lookup.games!==void 0,qo=n=>n?.lookup.openings!==void 0,bl=n=>za(Ue,()=>{const e=P.value;Oa.value;const{fen:t}=n.position.value,a={fen:n.tree.value.root.fen,moves:n.moves.value,...ae.value?{player:ae.value}:{},...ae.value&&ut.value?{color:ut.value}:{}};if(!(!e||fn.value&&e.kind==="server")){if(!Qo(e)&&!qo(e)&&us(t)>(e.lookup.pieces??0)){sa.value=void 0;return}return async o=>{const r=await e.lookUp(a,o);o.aborted||(sa.value=r)}}});function gl({session:n,openPgn:e}){K(()=>bl(n),[n]);const t=p().explorer,a=P.value;if(Oa.value,!a)return null;const o=n.position.value,r=sa.value,s=r?.fen===o.fen,l=Qo(a),d=qo(a);if(!l&&!d&&!(s&&r?.tablebase))return a.kind==="server"&&a.lookup.pieces===void 0?i(U,{title:t.title,children:i(Gi,{})}):null;const c=async h=>{try{e(await rl(h.id))}catch(u){Ue.value=en(u)}};return i(U,{title:t.title,aside:l?i("span",{"data-testid":"database-size",children:t.games(dn(a.lookup.games))}):void 0,children:[Ue.value&&i("p",{class:"fault",role:"alert",children:Ue.value}),i("div",{class:"explorer","aria-busy":!s,children:[s&&r?.tablebase&&i(Vl,{fen:o.fen,found:r.tablebase,session:n}),d&&i(Cl,{session:n,fen:o.fen,found:s?r.openings:void 0,isCurrent:s}),l&&i("h3",{children:t.ownGames}),l&&i(yl,{}),r?.database&&i(Al,{session:n,found:r.database,isCurrent:s}),s&&r?.database&&r.database.games.length>0&&i(Z,{children:[i("h3",{children:t.list}),i("ul",{class:"game-list",children:r.database.games.map(h=>i("li",{children:i("button",{type:"button",onClick:()=>void c(h),children:[i("span",{children:[Si(h.white,h.white_rating)," – ",Si(h.black,h.black_rating)]})," ",i("span",{class:"quiet",children:[h.result," ",h.date.slice(0,4)]})]})},h.id))})]}),i(fl,{}),!l&&a.kind==="server"&&i(Gi,{})]})]})}const Gi=()=>i("details",{class:"hint-panel",children:[i("summary",{children:p().explorer.ownGames}),i("p",{class:"hint",children:p().explorer.offer}),i("pre",{children:i("code",{children:`tabia games import my.pgn --db games.sqlite
tabia serve --games games.sqlite`})})]});function Cl(n){const e=p().explorer,[t,a]=M(!1);K(()=>a(!1),[n.fen]);const{found:o}=n;if(!o)return i(Z,{children:[i("h3",{children:e.engineGames}),n.isCurrent&&i("p",{class:"empty",children:e.noEngineGames})]});const{moves:r,counts:s,about:l}=o,d=Ra([n.fen])?.name;return i("section",{class:"engine-games","data-testid":"engine-games",children:[i("h3",{children:e.engineGames}),i("table",{class:"explorer-moves",children:[i("thead",{children:i("tr",{children:[i("th",{children:e.move}),i("th",{children:e.played}),i("th",{children:e.results}),i("th",{children:e.opening})]})}),i("tbody",{children:(t?r:r.slice(0,_i)).map(c=>i("tr",{children:[i("td",{children:i(Ka,{session:n.session,move:c})}),i("td",{children:dn(c.games)}),i("td",{children:i(la,{counts:c})}),i("td",{class:"opening-name",children:kl(n.fen,c,d)})]},c.uci))})]}),!t&&r.length>_i&&i("button",{type:"button",onClick:()=>a(!0),children:e.allMoves(r.length)}),i("details",{class:"hint-panel",children:[i("summary",{children:e.engineGamesHere(dn(s.games))}),i("p",{class:"hint",lang:"en",children:l})]})]})}const _i=8;function kl(n,{uci:e},t){const a=Ra([J().call("position",{fen:n,moves:[e]}).fen])?.name;return!a||a===t?"":t&&a.startsWith(`${t}: `)?a.slice(t.length+2):a}const Si=(n,e)=>`${n||"?"}${e?` (${e})`:""}`,Ka=n=>i("button",{type:"button",class:"move",disabled:n.disabled,onClick:()=>n.session.play([n.move.uci]),children:n.move.san});function Al(n){const e=p().explorer,{counts:t,moves:a}=n.found;return t.games?i("table",{class:"explorer-moves","data-testid":"own-moves",children:[i("thead",{children:i("tr",{children:[i("th",{children:e.move}),i("th",{children:e.played}),i("th",{children:e.results}),i("th",{children:e.rating})]})}),i("tbody",{children:a.map(o=>i("tr",{children:[i("td",{children:i(Ka,{session:n.session,move:o,disabled:!n.isCurrent})}),i("td",{children:dn(o.games)}),i("td",{children:i(la,{counts:o})}),i("td",{children:o.rating??""})]},o.uci))}),i("tfoot",{children:i("tr",{children:[i("td",{children:"Σ"}),i("td",{"data-testid":"games-here",children:dn(t.games)}),i("td",{children:i(la,{counts:t})}),i("td",{})]})})]}):i("p",{class:"empty",children:e.none})}function la({counts:n}){const e=Math.max(1,n.white+n.draws+n.black),t=l=>100*l/e,[a,o,r]=[t(n.white),t(n.draws),t(n.black)],s=l=>l.toFixed(0);return i("svg",{class:"share",viewBox:"0 0 100 12",preserveAspectRatio:"none",role:"img","aria-label":p().explorer.share(s(a),s(o),s(r)),children:[i("rect",{class:"share-white",x:"0",width:a,height:"12"}),i("rect",{class:"share-draw",x:a,width:o,height:"12"}),i("rect",{class:"share-black",x:a+o,width:r,height:"12"})]})}function yl(){const n=p().explorer,e=At(),[t,a]=M([]),[o,r]=M(ae.value);return K(()=>{if(o.trim().length<2)return;const s=setTimeout(()=>{ol(o.trim()).then(l=>a(l.slice(0,20).map(({name:d})=>d)),()=>a([]))},200);return()=>clearTimeout(s)},[o]),i("div",{class:"explorer-filter",children:[i("div",{class:"field",children:[i("label",{for:e,children:n.player}),i("input",{id:e,list:`${e}-names`,placeholder:n.anyone,value:o,onInput:s=>r(s.currentTarget.value),onChange:s=>ae.value=s.currentTarget.value.trim()}),i("datalist",{id:`${e}-names`,children:t.map(s=>i("option",{value:s},s))})]}),ae.value&&i(Q,{label:n.with,value:ut.value,options:[["",n.either],["white",p().chess.white],["black",p().chess.black]],onChange:s=>ut.value=s})]})}function Vl(n){const e=p().explorer,{result:t,dtz:a,moves:o}=n.found,r=vn(n.fen)==="w"?p().chess.white:p().chess.black;return i("div",{class:"tablebase",children:[i("h3",{children:e.table}),i("p",{"data-testid":"tablebase",children:[e.tableVerdict(r,e.tableResults[t]),a?` ${e.dtz(Math.abs(a))}`:""]}),i("table",{class:"explorer-moves",children:[i("thead",{children:i("tr",{children:[i("th",{children:e.move}),i("th",{children:e.result}),i("th",{children:e.dtzHead})]})}),i("tbody",{children:o.map(s=>i("tr",{children:[i("td",{children:i(Ka,{session:n.session,move:s})}),i("td",{children:e.tableResults[s.result]}),i("td",{children:s.dtz?Math.abs(s.dtz):""})]},s.uci))})]})]})}const xt=[800,1e3,1200,1500,1800,2e3,2200,2500,2700],Yo=4,wl=8,Xo=3,Dl=.05,je=R("people.running",!0),ca=R("people.ratings",[1500,2e3,2500]),Ze=R("people.arrows",1500),da=L(void 0),ua=L("");function Dt(){const n=P.value?.people;return n&&je.value&&Array.isArray(ca.value)?Jo(ca.value,n,Yo):[]}const Bl=(n,e)=>za(ua,()=>{const{fen:t,end:a}=n.position.value,o={fen:n.tree.value.root.fen,moves:n.moves.value,human:Dt(),...e()};if(!(fn.value||a||o.human.length===0))return async r=>{const s=await Wo(o,r);r.aborted||(da.value={fen:t,people:s})}}),nr=n=>da.value?.fen===n&&Dt().length?da.value.people:void 0;function Gl(n){return(nr(n)?.find(({rating:t})=>t===Ze.value)?.moves??[]).filter(({probability:t})=>t>=Dl).slice(0,Xo).map(({move:t,probability:a})=>({from:t.slice(0,2),to:t.slice(2,4),kind:"people",weight:Math.min(1,a*1.5)}))}function _l({session:n}){const e=P.value?.people;if(!e)return null;const t=p().people,{fen:a,end:o}=n.position.value,r=nr(a),s=Dt();return i(U,{title:t.title,class:"people",aside:i(re,{label:t.show,on:je.value,onChange:l=>je.value=l}),children:[ua.value&&i("p",{class:"fault",role:"alert",children:ua.value}),je.value&&i(Z,{children:[!o&&s.length>0&&i("div",{class:"people-table","aria-busy":!r,"data-testid":"people",children:r?i(El,{session:n,people:r}):i("p",{class:"empty",children:"…"})}),i(Sl,{offer:e,ratings:s})]})]})}function Sl({offer:n,ratings:e}){const t=p().people,a=e.length>=Math.min(Yo,n.most_ratings),o=r=>{ca.value=e.includes(r)?e.filter(s=>s!==r):[...e,r]};return i("div",{class:"people-choice",children:[i("div",{class:"chips",role:"group","aria-label":t.ratings,children:Jo(xt,{...n,most_ratings:xt.length},xt.length).map(r=>i("button",{type:"button","aria-pressed":e.includes(r),disabled:a&&!e.includes(r),onClick:()=>o(r),children:r},r))}),i(Q,{label:t.arrows,value:String(e.includes(Ze.value)?Ze.value:0),options:[["0",t.noArrows],...e.map(r=>[String(r),String(r)])],onChange:r=>Ze.value=Number(r)})]})}const Mi=n=>p().chess.percent(Math.round(100*n));function Ml(n){const e=new Map;for(const{moves:t}of n)for(const{move:a,san:o,probability:r,loss:s}of t.slice(0,Xo)){const l=Math.max(r,e.get(a)?.most??0);e.set(a,{move:a,san:o,most:l,...s===void 0?{}:{loss:s}})}return[...e.values()].sort((t,a)=>a.most-t.most).slice(0,wl)}function El({session:n,people:e}){const t=p().people;return i(Z,{children:[i("table",{children:[i("thead",{children:i("tr",{children:[i("th",{scope:"col",children:t.move}),e.map(({rating:a})=>i("th",{scope:"col",children:a},a)),i("th",{scope:"col",title:t.lossTitle,children:t.loss})]})}),i("tbody",{children:Ml(e).map(({move:a,san:o,loss:r})=>i("tr",{children:[i("th",{scope:"row",children:i("button",{type:"button",class:"move",onClick:()=>n.play([a]),children:o})}),Uo(a,e).map(({rating:s,probability:l})=>i("td",{children:[l>0?Mi(l):t.rare,i("svg",{class:"chance",viewBox:"0 0 100 4",preserveAspectRatio:"none","aria-hidden":"true",children:i("rect",{width:100*l,height:"4"})})]},s)),i("td",{children:r===void 0?"":r.toFixed(2)})]},a))}),i("tfoot",{children:i("tr",{children:[i("th",{scope:"row",children:t.difficulty}),e.map(({rating:a,difficulty:o})=>i("td",{"data-difficulty":a,children:o===void 0?"–":`${Ll(o)}, ${Mi(o)}`},a)),i("td",{})]})})]}),i("p",{class:"hint",children:t.difficultyMeaning})]})}function Ll(n){const{easy:e,moderate:t,hard:a,veryHard:o}=p().people.difficulties;return n<.05?e:n<.15?t:n<.35?a:o}const xl=["K","Q","R","B","N","P","k","q","r","b","n","p"],Tl=["K","Q","k","q"];function Pl(n,e){const[t,a,o,r]=e==="w"?[7,6,5,"p"]:[2,3,4,"P"];return[...kn].filter(s=>n.get(`${s}${o}`)===r&&!n.has(`${s}${a}`)&&!n.has(`${s}${t}`)).map(s=>`${s}${a}`)}function Fl({fen:n,flipped:e,onCancel:t,onDone:a}){const o=p().setUp,[r,s]=M(Ge(n)),[l,d]=M(vn(n)),[c,h]=M(n.split(" ")[2]??"-"),[u,f]=M(n.split(" ")[3]??"-"),[b,v]=M(Number(n.split(" ")[4]??0)),[k,C]=M(Number(n.split(" ")[5]??1)),[g,y]=M(),G=_=>{const V=new Map(r);_(V),s(V)},A=Pl(r,l),m=A.includes(u)?u:"-",D=`${Fo(r)} ${l} ${c.replace(/-/g,"")||"-"} ${m} ${b} ${k}`,S=(_,V)=>{s(Ge(_)),h(V),f("-"),v(0),C(1)};let x="",W=[],rn=D;try{const _=J().call("position",{fen:D});rn=_.fen,W=_.repaired}catch(_){x=en(_)}return i("div",{class:"desk",children:[i("div",{class:"board-side",children:i(de,{fen:D,flipped:e,free:!0,brush:g,label:o.board,onMove:_=>G(V=>{const F=V.get(_.slice(0,2));V.delete(_.slice(0,2)),F&&V.set(_.slice(2,4),F)}),onSquare:_=>G(V=>{g===""||V.get(_)===g?V.delete(_):g&&V.set(_,g)}),onDropOff:_=>G(V=>V.delete(_))})}),i("div",{class:"panels",children:i(U,{title:o.title,children:[i("div",{class:"palette",role:"radiogroup","aria-label":o.click,children:[i("button",{type:"button",role:"radio","aria-checked":g===void 0,onClick:()=>y(void 0),children:o.move}),i("button",{type:"button",role:"radio","aria-checked":g==="",onClick:()=>y(""),children:o.erase}),xl.map(_=>i("button",{type:"button",role:"radio",class:"square-button","aria-label":Na(_),"aria-checked":g===_,onClick:()=>y(_),children:i(We,{piece:_})},_))]}),i(Q,{label:o.toMove,value:l,options:[["w",p().chess.white],["b",p().chess.black]],onChange:d}),i("div",{class:"rights",children:Tl.map(_=>i(re,{label:o.rights[_],on:c.includes(_),onChange:V=>{h([..."KQkq"].filter(H=>H===_?V:c.includes(H)).join(""))}},_))}),i("div",{class:"pair",children:[i(Q,{label:o.enPassant,value:m,options:["-",...A].map(_=>[_,_==="-"?o.noSquare:_]),onChange:f}),i(wi,{label:o.halfMoves,max:150,value:b,onChange:v}),i(wi,{label:o.moveNumber,min:1,max:9999,value:k,onChange:C})]}),x&&i("p",{class:"fault",role:"alert",children:x}),W.map(_=>i("p",{class:"said",children:_},_)),i("div",{class:"buttons",children:[i("button",{type:"button",class:"primary",disabled:x!=="",onClick:()=>a(rn),children:o.use}),i("button",{type:"button",onClick:()=>S(Jn,"KQkq"),children:o.start}),i("button",{type:"button",onClick:()=>S("4k3/8/8/8/8/8/8/4K3","-"),children:o.clear}),i("button",{type:"button",onClick:t,children:o.cancel})]})]})})]})}const B=new jo,Sn=R("analyse.flipped",!1),Ce=R("analyse.running",!0),Qe=R("analyse.lines",3),qe=R("analyse.threads",1),ha=R("analyse.hash",16),ma=L({fen:"",moves:[]}),fa=n=>ma.value.fen===n?ma.value.moves:[],pa=R("analyse.time",3),ke=R("analyse.strength",qn),ht=R("analyse.model",""),Ia=()=>Pa(ht.value)?{model:ht.value}:{},mt=L(void 0),Se=L(""),pe=L(!1),An=L(void 0),Nl=[200,500,1e3,3e3,1e4,3e4,12e4],er=1e9,Wa=16,$l=10,In=(n,e)=>Math.min(n,e??n),Ei=()=>[1,4,16,32,64,128,256,512,1024,2048,4096,8192].filter(n=>n<=(P.value?.limits.hash??Wa));function va(){const n=P.value?.limits.movetime??er;return[...Nl.filter(e=>e<n),n]}function tr(){const n=va();return n[Math.min(pa.value,n.length-1)]}function zl(n){if(n===er)return p().analyse.untilStopped;const e=n<1e3?`${n} ms`:`${n/1e3} s`;return n===P.value?.limits.movetime?p().analyse.serversLimit(e):e}const Ae="analyse";function Rl(){try{let e=sessionStorage.getItem("tabia.tab");return e===null&&(e=String((Number(localStorage.getItem("tabia.tabs")??0)+1)%16),localStorage.setItem("tabia.tabs",e),sessionStorage.setItem("tabia.tab",e),$a(`${Ae}.${e}`,void 0)),`${Ae}.${e}`}catch{return Ae}}async function Hl(){const n=Rl(),e=await ta(n)??await ta(Ae);try{e&&B.restore(e)}catch{B.reset()}B.onReplaced=Ro,bn(()=>{B.version,B.node.value,$a([n,Ae],B.kept())})}function Ol({fen:n,moves:e}){const{start:t,moves:a}=J().call("line",{fen:n,moves:e}),o=B.tree.value;let r=o.root.fen===t?o.root:void 0;for(const{uci:s}of a)r=r?.children.find(l=>l.uci===s);if(r)return B.go(r);(o.root.fen!==t||o.size>1)&&B.reset(n),e.length&&B.play(e)}const ar=()=>({fen:B.tree.value.root.fen,moves:B.moves.value}),$n=new Map,Kl=500;function Il(n,e){const t=xs($n.get(n),e);return $n.delete(n),$n.set(n,t),$n.size>Kl&&$n.delete($n.keys().next().value),t}const Wl=()=>za(Se,()=>{const n=P.value,e=B.position.value,t={fen:B.tree.value.root.fen,moves:B.moves.value,multipv:In(Qe.value,n?.limits.multipv),movetime:tr(),threads:In(qe.value,n?.limits.threads??1),hash:In(ha.value,n?.limits.hash??Wa),...fa(e.fen).length?{searchmoves:fa(e.fen)}:{},...Ia(),...ke.value<qn?{elo:ke.value}:{}};if(n?.kind==="server"&&fn.value||!n||!Ce.value||e.end||pe.value||An.value)return;const{multipv:a,searchmoves:o,model:r,elo:s}={searchmoves:[],model:"",elo:0,...t},l=JSON.stringify([n.kind,e.fen,a,o,r,s]),d=$n.get(l);return d&&(mt.value={fen:e.fen,info:d,done:!1}),async c=>{const h=(u,f)=>{!c.aborted&&u.lines.length&&(mt.value={fen:e.fen,info:Il(l,u),done:f})};h(await n.analyze(t,u=>h(u,!1),c),!0)}});let ba;async function Jl(){const n=P.value;if(!n||An.value)return;const e=B.tree.value,t=e.mainLine();ba=new AbortController;try{An.value={done:0,total:t.length+1};const a=await Js(e,{engine:n,...Ia(),ratings:Dt(),signal:ba.signal,onProgress:(r,s)=>An.value={done:r,total:s}});B.tree.value===e&&e.mainLine().every((r,s)=>r===t[s])&&e.mainLine().length===t.length?B.edit(()=>Us(e,a)):Se.value=p().analyse.changedMeanwhile}catch(a){Te(a)||(Se.value=en(a))}finally{An.value=void 0}}function Ul(){for(const n of B.tree.value.mainLine())n.winWhite===void 0&&(n.mateWhite!==void 0?n.winWhite=n.mateWhite>0?1:0:n.cpWhite!==void 0&&(n.winWhite=1/(1+Math.exp(-n.cpWhite/140))));B.touch()}function jl(){K(()=>{const l=[Bl(B,Ia),Wl()];return()=>l.forEach(d=>d())},[]),Ko(B,{f:()=>Sn.value=!Sn.value,"Ctrl+z":()=>B.undo(),"Ctrl+y":()=>B.redo(),"Ctrl+Shift+z":()=>B.redo()});const n=p().analyse,e=B.position.value,t=B.node.value,a=mt.value?.fen===e.fen?mt.value:void 0,o=a?.info.lines[0],r=e.end?Xl(e.end,e.turn):o?Fe(o,e.fen):void 0,s=[...Gl(e.fen),...Ce.value?Zl(ir(a?.info.lines??[]),e.fen):[]];return pe.value?i(Fl,{fen:e.fen,flipped:Sn.value,onCancel:()=>pe.value=!1,onDone:l=>{B.reset(l),pe.value=!1}}):i("div",{class:"desk",children:[i("div",{class:"board-side",children:[i("div",{class:"board-and-bar",children:[i(Bs,{score:r,flipped:Sn.value}),i(de,{fen:e.fen,flipped:Sn.value,legal:e.legal.map(l=>l.uci),lastMove:t.uci,check:e.check,arrows:s,shapes:vs(t.comment),onShapes:l=>B.edit(()=>t.comment=bs(t.comment,l)),onMove:l=>B.play([l])})]}),i("div",{class:"toolbar",role:"toolbar","aria-label":p().chess.boardTools,children:[i(Pn,{icon:"first",label:p().chess.toStart,disabled:!t.parent,onClick:()=>B.first()}),i(Pn,{icon:"back",label:p().chess.back,disabled:!t.parent,onClick:()=>B.back()}),i(Pn,{icon:"forward",label:p().chess.forward,disabled:!t.children.length,onClick:()=>B.forward()}),i(Pn,{icon:"last",label:p().chess.toEnd,disabled:!t.children.length,onClick:()=>B.last()}),i("span",{class:"gap"}),i("button",{type:"button",onClick:()=>B.undo(),disabled:!B.canUndo,title:n.undoTitle,children:n.undo}),i("button",{type:"button",onClick:()=>B.redo(),disabled:!B.canRedo,title:n.redoTitle,children:n.redo}),i("button",{type:"button",onClick:()=>Sn.value=!Sn.value,title:n.flipTitle,children:n.flip}),i("button",{type:"button",onClick:()=>pe.value=!0,children:n.setUp}),i("button",{type:"button",onClick:()=>B.reset(),children:n.new})]}),i(lc,{})]}),i("div",{class:"panels",children:[i(ec,{shown:a,score:r,end:e.end,fen:e.fen}),i(_l,{session:B}),i(U,{title:p().game.moves,aside:i("span",{class:"opening",children:nc()}),children:[i(Io,{session:B}),i("div",{class:"buttons",children:[i("button",{type:"button",disabled:!t.parent,onClick:()=>B.promote(t),title:n.mainLineTitle,children:n.mainLine}),i("button",{type:"button",disabled:!t.parent,onClick:()=>void ql(t),title:n.deleteTitle,children:n.deleteFrom}),i("button",{type:"button",disabled:!B.tree.value.root.children.length||!P.value||!!An.value,onClick:()=>void Jl(),children:An.value?n.reviewing(An.value.done,An.value.total):n.review}),An.value&&i("button",{type:"button",onClick:()=>ba?.abort(),children:n.stop})]}),t.parent&&i(Yl,{node:t},t.id),i(Ls,{session:B})]}),i(gl,{session:B,openPgn:uc}),i(cc,{})]})]})}function Zl(n,e){const t=o=>{const r=wt(Fe(o,e));return vn(e)==="w"?r:1-r},a=n[0]?t(n[0]):0;return n.map((o,r)=>({from:o.pv[0].slice(0,2),to:o.pv[0].slice(2,4),kind:r===0?"best":"second",weight:Math.max(0,1-(a-t(o))/Ql),...n.length>1?{number:r+1}:{}})).reverse()}const Ql=.2;async function ql(n){const e=B.tree.value.countFrom(n),t=p().analyse;(e===1||await el(t.deleteQuestion(n.san,e-1),t.delete))&&B.remove(n)}function Yl({node:n}){const e=n.comment?.match(aa)?.join("").trim()??"",t=n.nags?.find(a=>Je[a])??0;return i("div",{class:"remarks",children:[i(Q,{label:p().analyse.markOf(n.san),value:String(t),options:[["0","–"],...Object.entries(Je)],onChange:a=>B.edit(()=>{const o=(n.nags??[]).filter(r=>!Je[r]);n.nags=a==="0"?o:[Number(a),...o]})}),i("input",{"aria-label":p().analyse.commentOn(n.san),placeholder:p().analyse.comment,value:n.comment?.replace(aa,"").trim()??"",onChange:a=>{const o=`${e} ${a.currentTarget.value.trim()}`.trim();B.edit(()=>n.comment=o)}})]})}function Xl(n,e){return n!=="checkmate"?{cp:0,wdl:[0,1e3,0]}:{mate:e==="w"?-0:0,wdl:e==="w"?[0,0,1e3]:[1e3,0,0]}}function nc(){const n=B.opening.value;return n?`${n.eco} ${n.name}`:""}function ec({shown:n,score:e,end:t,fen:a}){const o=p().analyse,r=n?.info;return i(U,{title:o.engine,aside:i(re,{label:o.analysis,on:Ce.value,onChange:s=>Ce.value=s}),children:[i("div",{class:"verdict","data-testid":"verdict",children:[i("strong",{class:"big",children:t?ic(t):e?Qn(e):"…"}),e?.wdl&&!t&&i("span",{class:"wdl","aria-label":p().chess.chancesLabel,children:[i("span",{class:"w",children:p().chess.win((e.wdl[0]/10).toFixed(1))}),i("span",{class:"d",children:p().chess.draw((e.wdl[1]/10).toFixed(1))}),i("span",{class:"l",children:p().chess.loss((e.wdl[2]/10).toFixed(1))})]}),i("span",{class:"counters",children:r&&!t&&i(Z,{children:[o.depth," ",i("b",{"data-testid":"depth",children:r.depth}),"/",r.seldepth," · ",o.nodes(dn(r.nodes))," ·"," ",dn(r.nps),"/s"]})})]}),Se.value&&i("p",{class:"fault",role:"alert",children:Se.value}),i("ol",{class:"lines","aria-label":o.bestLines,"aria-busy":Ce.value&&!t&&!n?.done,children:!t&&r&&ir(r.lines).map((s,l)=>i(rc,{line:s,fen:a,number:r.lines.length>1?l+1:void 0},s.multipv))}),!t&&i(ac,{fen:a}),i("div",{class:"sliders",children:[i(Tn,{label:o.lines,min:1,max:In($l,P.value?.limits.multipv),value:Qe.value,text:String(Qe.value),onInput:s=>Qe.value=s}),i(Tn,{label:o.time,min:0,max:va().length-1,value:Math.min(pa.value,va().length-1),text:zl(tr()),onInput:s=>pa.value=s}),i(Tn,{label:p().chess.strength,min:Zo,max:qn,step:50,value:ke.value,text:dt(ke.value),onInput:s=>ke.value=s}),(P.value?.limits.threads??1)>1&&i(Tn,{label:o.threads,min:1,max:P.value.limits.threads,value:In(qe.value,P.value.limits.threads),text:String(In(qe.value,P.value.limits.threads)),onInput:s=>qe.value=s}),i(Q,{label:o.hash,value:String(In(ha.value,Ei().at(-1))),options:Ei().map(s=>[String(s),`${s} MiB`]),onChange:s=>ha.value=Number(s)}),pn.value.length>1&&i(Q,{label:o.network,value:Pa(ht.value)||(pn.value.find(s=>s.default)?.name??""),options:pn.value.map(s=>[s.name,s.name]),onChange:s=>ht.value=s})]}),P.value&&i("p",{class:"hint","data-testid":"limits",children:tc()})]})}function tc(){const n=p().analyse,{movetime:e,nodes:t,threads:a,hash:o,multipv:r}=P.value.limits,s=[...e===void 0?[]:[`${e/1e3} s`],...t===void 0?[]:[n.nodes(dn(t))],n.threadCount(a??1),`${o??Wa} MiB`,...r===void 0?[]:[n.lineCount(r)]];return P.value.kind==="server"?n.serverLimits(s.join(", ")):n.browserLimits(s.join(", "))}function ac({fen:n}){const e=B.position.value.legal,t=fa(n),a=e.filter(({uci:r})=>t.includes(r)).map(({san:r})=>r),o=r=>void(ma.value={fen:n,moves:r});return i("details",{class:"only-moves",children:[i("summary",{children:a.length?p().analyse.onlyThese(a.join(", ")):p().analyse.onlySome}),i("div",{class:"chips",children:[e.map(({uci:r,san:s})=>i("button",{type:"button","aria-pressed":t.includes(r),onClick:()=>o(t.includes(r)?t.filter(l=>l!==r):[...t,r]),children:s},r)),i("button",{type:"button",disabled:a.length===0,onClick:()=>o([]),children:p().analyse.allMoves})]})]})}function ir(n){const e=({mate:t,cp:a})=>t===void 0?a??0:t>0?1e6-t:-1e6-t;return[...n.slice(0,1),...n.slice(1).sort((t,a)=>e(a)-e(t))]}const ic=n=>{const e=p().chess.ends[n]??n;return e.charAt(0).toUpperCase()+e.slice(1)},oc=350;function rc({line:n,fen:e,number:t}){const[a,o]=M(),r=nn(),s=nn(!1);K(()=>()=>clearTimeout(r.current),[]);const l=vn(e)==="w",d=Number(e.split(" ")[5]??1),c=f=>{const b=f+(l?0:1),v=d+Math.floor(b/2);return b%2===0?`${v}.`:f===0?`${v}…`:""},h=(f,b)=>o({index:f,box:b.getBoundingClientRect()}),u=()=>{clearTimeout(r.current),o(void 0)};return i("li",{children:[t!==void 0&&i("span",{class:"line-number","aria-hidden":"true",children:t}),i("b",{class:"score",children:Qn(Fe(n,e))}),i("span",{class:"pv",children:n.san.slice(0,14).map((f,b)=>i("span",{children:[c(b)&&i("span",{class:"number",children:c(b)}),i("button",{type:"button",class:"move",onPointerEnter:v=>v.pointerType==="mouse"&&h(b,v.currentTarget),onPointerLeave:u,onPointerDown:v=>{s.current=!1;const k=v.currentTarget;v.pointerType!=="mouse"&&(r.current=setTimeout(()=>{s.current=!0,h(b,k)},oc))},onPointerUp:v=>v.pointerType!=="mouse"&&u(),onPointerCancel:u,onContextMenu:v=>s.current&&v.preventDefault(),onFocus:v=>v.currentTarget.matches(":focus-visible")&&h(b,v.currentTarget),onBlur:u,onClick:()=>{s.current||(u(),B.play(n.pv.slice(0,b+1)))},children:f})]},b))}),a&&i(sc,{fen:e,moves:n.pv.slice(0,a.index+1),box:a.box})]})}const Tt=200;function sc({fen:n,moves:e,box:t}){const a=`${n} ${e.join(" ")}`,o=we(()=>{try{return J().call("line",{fen:n,moves:e}).moves.at(-1)}catch{return}},[a]);if(!o)return null;const r=t.bottom+Tt+12<innerHeight;return i("div",{class:"preview","data-testid":"preview",style:{left:`${Math.max(4,Math.min(t.left,innerWidth-Tt-12))}px`,top:`${r?t.bottom+6:Math.max(4,t.top-Tt-10)}px`},children:i(de,{fen:o.fen,flipped:Sn.value,lastMove:o.uci,still:!0,label:p().analyse.positionAfter(o.san)})})}function lc(){const[n,e]=M(""),[t,a]=M("");return i("form",{class:"move-input",onSubmit:o=>{o.preventDefault();try{n.trim()&&B.play(n.trim().split(/\s+/)),e(""),a("")}catch(r){a(en(r))}},children:[i("label",{children:[i("span",{children:p().analyse.move}),i("input",{value:n,placeholder:"e4, Nf3, e2e4 …",autocomplete:"off",autocapitalize:"off",spellcheck:!1,"aria-invalid":t!=="",onInput:o=>e(o.currentTarget.value)})]}),i("button",{type:"submit",children:p().analyse.play}),t&&i("p",{class:"fault",role:"alert",children:t})]})}function cc(){const n=p().files,e=B.position.value,[t,a]=M(),[o,r]=M(),[s,l]=M([]),[d,c]=M(""),[h,u]=M(""),[f,b]=M(""),v=nn(null);K(()=>a(void 0),[e.fen]);const k=o??B.pgn(),C=m=>{try{m(),u("")}catch(D){u(en(D))}},g=m=>{sr(m),r(void 0)},y=m=>C(()=>{const D=Fs(m),S=D.length>Li?D.map(x=>({name:x.name,load:()=>g(rr(x.text))})):or(m).map(x=>({name:`${x.tags.White??"?"} – ${x.tags.Black??"?"} ${x.result}`,load:()=>g(x)}));S[0].load(),c(""),l(S.length>1?S.map((x,W)=>({...x,name:`${W+1}. ${x.name}`})):[]),b(S.length>1?n.gamesRead(S.length):n.gameLoaded)}),G=s.map((m,D)=>({...m,index:D})).filter(({name:m})=>m.toLowerCase().includes(d.trim().toLowerCase())),A=m=>{navigator.clipboard.writeText(m).then(()=>b(n.copied),()=>b(n.cantCopy))};return i(U,{title:n.title,children:[i("form",{class:"field wide",onSubmit:m=>{m.preventDefault(),C(()=>B.reset(t??e.fen))},children:[i("label",{for:"fen",children:"FEN"}),i("input",{id:"fen",value:t??e.fen,spellcheck:!1,onInput:m=>a(m.currentTarget.value)}),i("div",{class:"buttons",children:[i("button",{type:"submit",children:n.loadFen}),i("button",{type:"button",onClick:()=>A(e.fen),children:n.copyFen}),i("button",{type:"button",onClick:()=>A(new URL(No(ar()),location.href).href),title:n.copyLinkTitle,children:n.copyLink})]})]}),i("div",{class:"field wide",children:[i("label",{for:"pgn",children:"PGN"}),i("textarea",{id:"pgn",rows:6,spellcheck:!1,value:k,onInput:m=>r(m.currentTarget.value)}),i("div",{class:"buttons",children:[i("button",{type:"button",onClick:()=>y(k),children:n.loadPgn}),i("button",{type:"button",onClick:()=>v.current?.click(),children:n.openFile}),i("button",{type:"button",onClick:()=>A(k),children:n.copyPgn}),i("button",{type:"button",onClick:()=>Ha("tabia.pgn",B.pgn()),children:p().game.savePgn}),i("input",{ref:v,type:"file",accept:".pgn,.txt",class:"hidden","aria-label":n.pgnFile,tabIndex:-1,onChange:m=>void m.currentTarget.files?.[0]?.text().then(y)})]})]}),s.length>0&&i(Z,{children:[i(Q,{label:n.game,value:String(G[0]?.index??""),options:G.slice(0,dc).map(({index:m,name:D})=>[String(m),D]),onChange:m=>C(()=>s[Number(m)]?.load())}),s.length>Li/10&&i("label",{class:"field",children:[i("span",{children:n.findPlayer}),i("input",{value:d,onInput:m=>c(m.currentTarget.value)}),i("span",{role:"status",children:n.fitting(G.length,s.length)})]})]}),xn.value.length>0&&i(Q,{label:n.earlier,value:"",options:[["",n.games(xn.value.length)],...xn.value.map((m,D)=>[String(D),m.name])],onChange:m=>C(()=>m&&B.open(xn.value[Number(m)].session))}),h&&i("p",{class:"fault",role:"alert",children:h}),i("p",{class:"said",role:"status",children:f})]})}const Li=200,dc=500;function or(n){const e=J().call("pgn_read",{text:n,limit:1e5}).games,t=e.flatMap(o=>o.error===void 0?[o]:[]);if(t.length>0)return t;const a=e[0];throw new Error(a?.error!==void 0?a.error:p().files.noGame)}const rr=n=>or(n)[0],uc=n=>sr(rr(n));function sr(n){B.load(n),Ul()}const hc="r1bq1rk1/pp2bppp/2n1p3/3pP3/3P4/P2B1N2/1P3PPP/R1BQ1RK1 w - - 0 12",mc=900,ue=L(hc),Gn=L(void 0),xi=L(""),Pt=L(On),Ft=L("worth"),zn=n=>Qn({cp:n}),fc=(n,e)=>{const t=n.pieces.filter(({piece:a})=>a.toLowerCase()===e).map(({worth:a})=>Math.abs(a));return t.reduce((a,o)=>a+o,0)/(t.length||1)},Ti=n=>`${n<-.5?"−":""}${Math.abs(n/100).toFixed(2)}`,Pi=({wdl:[n,e,t],fen:a})=>p().chess.percent((((vn(a)==="w"?n:t)+e/2)/10).toFixed(1));function pc(){const n=p().explain,[e,t]=M(),[a,o]=M(""),r=nn(null),s=Gn.value??ue.value,l=A=>A===On||Kn.value.includes(A)?A:Pa(A),d=l(xi.value)||pn.value.find(A=>A.default)?.name||On,c=l(Pt.value)||On,h=[s,ue.value,d,c].join("|"),u=P.value!==void 0&&!(P.value.kind==="server"&&fn.value);K(()=>{if(!u)return;let A=!1;return(async()=>{try{const[m,D,S,x]=await Promise.all([Oe(d,s),Oe(c,s),Oe(d,ue.value),Oe(d,Jn)]);A||(t({key:h,one:m,two:D,before:S,usual:x}),o(""))}catch(m){A||o(en(m))}})(),()=>{A=!0}},[h,u]);const f=e?.key===h?e:void 0,b=new Map,v=new Map;for(const{square:A,piece:m,worth:D}of f?.one.pieces??[]){const S=oe(m)?D:-D;if(v.set(A,(S/100).toFixed(1)),Ft.value==="worth")b.set(A,Math.sign(D)*Math.sqrt(Math.min(1,Math.abs(D)/mc)));else{const x=fc(f.usual,m.toLowerCase());b.set(A,Math.max(-1,Math.min(1,(S-x)/x)))}}const k=A=>{const m=Ge(s),D=m.get(A.slice(0,2));m.delete(A.slice(0,2)),D&&m.set(A.slice(2,4),D),g(Ci(s,m))},C=A=>{const m=Ge(s);m.delete(A),g(Ci(s,m))},g=A=>{try{Gn.value=J().call("position",{fen:A}).fen,o("")}catch(m){o(en(m))}},y=[...pn.value.map(A=>[A.name,A.name]),...Kn.value.filter(A=>!pn.value.some(m=>m.name===A)).map(A=>[A,A]),[On,n.classicalTerms]],G=f&&Gn.value?f.one.cp_white-f.before.cp_white:void 0;return i("div",{class:"desk",children:[i("div",{class:"board-side",children:[i(de,{fen:s,free:!0,heat:b,notes:v,label:n.board,onMove:k,onDropOff:C}),i("div",{class:"toolbar",role:"toolbar","aria-label":p().chess.boardTools,children:[i("button",{type:"button",disabled:Gn.value===void 0,onClick:()=>Gn.value=void 0,children:n.putBack}),i("button",{type:"button",disabled:Gn.value===void 0,onClick:()=>{ue.value=s,Gn.value=void 0},children:n.keep}),i("button",{type:"button",onClick:()=>g(s.replace(/ [wb] /,vn(s)==="w"?" b ":" w ").replace(/ \S+ (\d+) (\d+)$/," - $1 $2")),children:vn(s)==="w"?n.whiteToMove:n.blackToMove}),i("span",{class:"gap"}),i("button",{type:"button",onClick:()=>{ue.value=B.position.value.fen,Gn.value=void 0},children:n.fromAnalyse})]}),i("p",{class:"hint",children:n.hint}),a&&i("p",{class:"fault",role:"alert",children:a})]}),i("div",{class:"panels",children:[i(U,{title:n.evaluation,aside:i(Q,{label:n.colours,value:Ft.value,options:[["worth",n.worth],["usual",n.usual]],onChange:A=>Ft.value=A}),children:i("div",{class:"verdict",children:[i("strong",{class:"big","data-testid":"explain-score",children:f?zn(f.one.cp_white):"…"}),f&&i("span",{class:"wdl",children:(()=>{const[A,m,D]=f.one.wdl,S=vn(s)==="w"?[A,m,D]:[D,m,A];return i(Z,{children:[i("span",{class:"w",children:p().chess.win((S[0]/10).toFixed(1))}),i("span",{class:"d",children:p().chess.draw((S[1]/10).toFixed(1))}),i("span",{class:"l",children:p().chess.loss((S[2]/10).toFixed(1))})]})})()}),G!==void 0&&i("span",{class:`change ${G>0?"up":G<0?"down":""}`,role:"status",children:zn(G)==="0.00"?n.noChange:n.byMove(zn(G))})]})}),i(U,{title:n.sideBySide,children:[i("div",{class:"pair",children:[i(Q,{label:n.first,value:d,options:y,onChange:A=>xi.value=A}),i(Q,{label:n.second,value:c,options:y,onChange:A=>Pt.value=A})]}),f&&i(vc,{one:f.one,two:f.two}),i("div",{class:"buttons",children:[i("button",{type:"button",onClick:()=>r.current?.click(),children:n.openNetwork}),i("input",{ref:r,type:"file",class:"hidden",accept:".net,.nnue","aria-label":n.networkFile,tabIndex:-1,onChange:A=>{const m=A.currentTarget.files?.[0];m&&cs(m).then(D=>{Pt.value=D,o("")},D=>o(en(D)))}})]})]}),f&&f.one.buckets.length>1&&i(U,{title:n.heads,children:[i("p",{class:"hint",children:n.headsHint}),i(Fi,{rows:f.one.buckets.map(({bucket:A,cp_white:m,used:D})=>({name:D?n.headInUse(A):n.head(A),value:m,strong:D}))})]}),f&&i(U,{title:n.classical,aside:i("b",{children:zn(f.one.classical.cp_white)}),children:[i("p",{class:"hint",children:n.classicalHint}),i(Fi,{rows:f.one.classical.terms.filter(({white:A,black:m})=>A!==0||m!==0).map(({name:A,meaning:m,white:D,black:S,total:x})=>({name:A,value:x,title:`${m?`${m}: `:""}${n.credits(zn(D),zn(S))}`}))})]})]})]})}function vc({one:n,two:e}){const t=new Map(e.pieces.map(o=>[o.square,o])),a=n.pieces.map(o=>{const r=oe(o.piece)?1:-1;return{...o,a:r*o.worth,b:r*(t.get(o.square)?.worth??0)}}).sort((o,r)=>Math.abs(r.a-r.b)-Math.abs(o.a-o.b)).slice(0,6);return i("div",{class:"table",children:i("table",{children:[i("thead",{children:i("tr",{children:[i("th",{scope:"col",children:p().explain.inPawns}),i("th",{scope:"col",children:n.model??n.network}),i("th",{scope:"col",children:e.model??e.network})]})}),i("tbody",{children:[i("tr",{class:"total",children:[i("th",{scope:"row",children:p().explain.expected}),i("td",{children:Pi(n)}),i("td",{children:Pi(e)})]}),a.map(({square:o,piece:r,a:s,b:l})=>i("tr",{children:[i("th",{scope:"row",children:[Na(r)," ",o]}),i("td",{children:Ti(s)}),i("td",{children:Ti(l)})]},o))]})]})})}function Fi({rows:n}){const e=Math.max(1,...n.map(({value:t})=>Math.abs(t)));return i("ul",{class:"bars",children:n.map(({name:t,value:a,title:o,strong:r})=>i("li",{title:o,class:r?"strong":"",children:[i("span",{class:"name",children:t}),i("span",{class:"track",children:i("span",{class:`bar ${a>=0?"good":"bad"}`,style:{width:`${Math.abs(a)/e*50}%`,left:a>=0?"50%":`${50-Math.abs(a)/e*50}%`}})}),i("span",{class:"number",children:zn(a)})]},t))})}const ye=[{x:[0,0],t:0},{x:[0,1],t:1},{x:[1,0],t:1},{x:[1,1],t:0}];function bc(n){let e=n>>>0;return()=>{e=e+1831565813>>>0;let t=Math.imul(e^e>>>15,e|1);return t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/2**32}}function gc(n,e){const t=bc(e),a=()=>2*t()-1;return{W:Array.from({length:2*n},a),b:Array.from({length:n},()=>.5*a()),v:Array.from({length:n},a),c:0}}const Cc=n=>1/(1+Math.exp(-n));function Me({W:n,b:e,v:t,c:a},{x:o,t:r}){const s=e.map((h,u)=>h+n[2*u]*o[0]+n[2*u+1]*o[1]),l=s.map(Math.tanh),d=l.reduce((h,u,f)=>h+t[f]*u,a),c=Cc(d);return{z:s,a:l,y:d,p:c,loss:(c-r)**2}}function lr({v:n},{x:e,t},{a,p:o}){const r=2*(o-t),s=r*o*(1-o),l=n.map(c=>s*c),d=l.map((c,h)=>c*(1-a[h]**2));return{dp:r,dy:s,dc:s,dv:a.map(c=>s*c),da:l,dz:d,db:d.slice(),dW:d.flatMap(c=>[c*e[0],c*e[1]])}}function kc(n,e,t){const a=1/e.length,o=e.map(r=>{const s=Me(n,r);return{ahead:s,back:lr(n,r,s)}});for(const{back:r}of o)r.dW.forEach((s,l)=>n.W[l]-=t*a*s),r.db.forEach((s,l)=>n.b[l]-=t*a*s),r.dv.forEach((s,l)=>n.v[l]-=t*a*s),n.c-=t*a*r.dc;return o.reduce((r,{ahead:s})=>r+a*s.loss,0)}const Ni={W:[.8,-.5,-.6,.9],b:[.1,-.2],v:[.7,-.4],c:.05},Nt=1,N=n=>(n<0?"−":"")+Math.abs(n).toFixed(3);function Ac(){const[n,e]=M(Ni),[t,a]=M(1),[o,r]=M(0),[s,l]=M(0),d=ye[t],c=Me(n,d),h=lr(n,d,c),{W:u,b:f,v:b,c:v}=n,{x:k,t:C}=d,g=[{title:"The inputs",text:"Two numbers come in, and the answer that is wanted is known.",formulas:[`x = (${k.join(", ")}), t = ${C}`]},{title:"Forward: the hidden sums",text:"Each hidden neuron adds its inputs, times their weights, to its bias.",formulas:[0,1].map(m=>`z${m} = ${N(f[m])} + ${N(u[2*m])}·${k[0]} + ${N(u[2*m+1])}·${k[1]} = ${N(c.z[m])}`)},{title:"Forward: the activation",text:"tanh bends the sum, so that two layers can do more than one.",formulas:[0,1].map(m=>`a${m} = tanh(${N(c.z[m])}) = ${N(c.a[m])}`)},{title:"Forward: the output and the loss",text:"The output neuron does the same, sigmoid turns it into a probability, and the loss says how wrong it is.",formulas:[`y = ${N(v)} + ${N(b[0])}·${N(c.a[0])} + ${N(b[1])}·${N(c.a[1])} = ${N(c.y)}`,`p = sigmoid(y) = ${N(c.p)}`,`L = (p − t)² = ${N(c.loss)}`]},{title:"Backward: from the loss to the output",text:"How much does the loss change with p, and with y?",formulas:[`dp = 2 (p − t) = ${N(h.dp)}`,`dy = dp · p (1 − p) = ${N(h.dy)}`,`dc = dy = ${N(h.dc)}`,...[0,1].map(m=>`dv${m} = dy · a${m} = ${N(h.dv[m])}`)]},{title:"Backward: through the hidden layer",text:"Each hidden neuron gets its share of the slope, by the weight that leads out of it.",formulas:[...[0,1].map(m=>`da${m} = dy · v${m} = ${N(h.da[m])}`),...[0,1].map(m=>`dz${m} = da${m} (1 − a${m}²) = ${N(h.dz[m])}`)]},{title:"Backward: the weights",text:"The slope by a weight is the slope at its output end times the value at its input end.",formulas:[0,1].map(m=>`dW${m} = dz${m} · x = (${N(h.dW[2*m])}, ${N(h.dW[2*m+1])})`)},{title:"The step",text:`Every number goes a little way against its slope: w ← w − ${Nt} · dw. Then the loss of this example is smaller.`,formulas:[`loss before: ${N(c.loss)}`,`loss after: ${N(Me(y(),d).loss)}`]}];function y(){const m=(D,S)=>D.map((x,W)=>x-Nt*S[W]);return{W:m(u,h.dW),b:m(f,h.db),v:m(b,h.dv),c:v-Nt*h.dc}}const G=()=>{if(o<g.length-1){r(o+1);return}e(y()),l(s+1),r(0)},A=g[o];return i("section",{class:"demo","aria-label":"One forward and backward pass",children:[i("h2",{children:"Try it: one pass forward, one pass back"}),i("div",{class:"demo-columns",children:[i(yc,{parameters:n,stage:o,x:k,ahead:c,back:h}),i("div",{children:[i("p",{class:"stage-title",role:"status",children:i("b",{children:[o+1,"/",g.length," ",A.title]})}),i("p",{children:A.text}),i("ul",{class:"formulas",children:A.formulas.map(m=>i("li",{children:i("code",{children:m})},m))}),i("div",{class:"buttons",children:[i("button",{type:"button",class:"primary",onClick:G,children:o<g.length-1?"Next":"Take the step"}),i("button",{type:"button",disabled:o===0,onClick:()=>r(o-1),children:"Back"}),i("button",{type:"button",onClick:()=>{e(Ni),l(0),r(0)},children:"Start again"})]}),i(Q,{label:"Example",value:String(t),options:ye.map((m,D)=>[String(D),`${m.x.join(", ")} → ${m.t}`]),onChange:m=>{a(Number(m)),r(0)}}),i("p",{class:"hint",children:["Steps taken: ",s]})]})]})]})}function yc({parameters:n,stage:e,x:t,ahead:a,back:o}){const{W:r,v:s}=n,l=[70,210],d=[70,210],[c,h,u]=[45,210,375],f=[],b=(k,C,g,y,G,A,m,D,S,x)=>{const[W,rn]=[C+(y-C)*D,g+(G-g)*D];f.push(i("g",{class:`edge ${A>=0?"plus":"minus"}${S?" lit":""}`,children:[i("line",{x1:C,y1:g,x2:y,y2:G,"stroke-width":1+3*Math.min(1.5,Math.abs(A))}),i("text",{x:W,y:rn-5,"text-anchor":"middle",children:N(A)}),x&&i("text",{class:"slope",x:W,y:rn+12,"text-anchor":"middle",children:["d ",N(m)]})]},k))};for(let k=0;k<2;k++){for(let C=0;C<2;C++)b(`W${k}${C}`,c,l[C],h,d[k],r[2*k+C],o.dW[2*k+C],C===k?.5:.28,e===1||e===6,e>=6);b(`v${k}`,h,d[k],u,140,s[k],o.dv[k],.5,e===3||e===4,e>=4)}const v=(k,C,g,y,G,A,m)=>i("g",{class:`neuron${m?" lit":""}`,children:[i("circle",{cx:C,cy:g,r:"37"}),i("text",{class:"name",x:C,y:g-13,"text-anchor":"middle",children:y}),i("text",{x:C,y:g+5,"text-anchor":"middle",children:G}),i("text",{class:"slope",x:C,y:g+19,"text-anchor":"middle",children:A})]},k);return i("svg",{class:"diagram",viewBox:"0 0 420 280",role:"img","aria-label":"The network: two inputs, two hidden neurons, one output",children:[f,l.map((k,C)=>v(`x${C}`,c,k,`x${C}`,String(t[C]),"",e===0)),d.map((k,C)=>v(`h${C}`,h,k,e>=2?`a${C}`:`z${C}`,e>=2?N(a.a[C]):e>=1?N(a.z[C]):"?",e>=5?`d ${N(o.dz[C])}`:"",e===1||e===2||e===5)),v("out",u,140,"p",e>=3?N(a.p):"?",e>=4?`d ${N(o.dy)}`:"",e===3||e===4)]})}function $i(n,e,t=4){const o=(e-n||Math.abs(e)||1)/t,r=10**Math.floor(Math.log10(o)),s=[1,2,5,10].map(d=>d*r).find(d=>d>=o*.999),l=[];for(let d=Math.ceil(n/s-1e-9);d*s<=e+s*1e-9;d++)l.push(d*s+0);return l}function Vc(n,e){if(n.length<=e)return n;const t=(n.length-1)/(e-1);return Array.from({length:e},(a,o)=>n[Math.round(o*t)])}const Xn=58,$t=12,zi=12,wc=26,ln=n=>{const e=Math.abs(n);return e>=1e9?`${+(n/1e9).toPrecision(3)}G`:e>=1e6?`${+(n/1e6).toPrecision(3)}M`:e>=1e3?`${+(n/1e3).toPrecision(3)}k`:String(+n.toPrecision(3))};function ft(n){const{series:e,logarithmic:t=!1,height:a=200,xText:o=ln,yText:r=ln}=n,s=nn(null),[l,d]=M(),[c,h]=M(640),u=e.every(V=>V.points.length===0);co(()=>{const V=s.current;if(!V)return;const F=new ResizeObserver(([H])=>h(Math.max(200,Math.round(H.contentRect.width))));return F.observe(V),()=>F.disconnect()},[u]);const f=e.map(V=>({...V,points:V.points.filter(([,F])=>Number.isFinite(F)&&(!t||F>0))})),b=f.flatMap(V=>V.points);if(b.length===0)return i("p",{class:"empty",children:p().train.noData});const v=V=>t?Math.log10(V):V,k=b.map(([V])=>V),C=f.flatMap(V=>V.points.flatMap(([,F],H)=>{const gn=V.errors?.[H]??0;return[v(F-gn),v(F+gn)]}));n.zero&&C.push(0);let[g,y]=[Math.min(...k),Math.max(...k)];g===y&&([g,y]=[g-.5,y+.5]);let[G,A]=[Math.min(...C),Math.max(...C)];G===A&&([G,A]=[G-1,A+1]);const m=(A-G)*.06;[G,A]=[G-m,A+m];const D=V=>Xn+(V-g)/(y-g)*(c-Xn-$t),S=V=>zi+(A-v(V))/(A-G)*(a-zi-wc),x=t?Dc(G,A):$i(G,A,Math.max(2,Math.round(a/50))),W=(V,F)=>V.reduce((H,gn)=>!H||Math.abs(gn[0]-F)<Math.abs(H[0]-F)?gn:H,void 0),rn=V=>{const F=s.current.getBoundingClientRect(),H=V.clientX-F.left;d(g+(H-Xn)/(c-Xn-$t)*(y-g))},_=l===void 0?[]:f.filter(V=>V.kind!=="bound").map(V=>({each:V,point:W(V.points,l)}));return i("figure",{class:"chart",children:[i("svg",{ref:s,viewBox:`0 0 ${c} ${a}`,style:{height:`${a}px`},role:"img","aria-label":n.label,onPointerMove:rn,onPointerLeave:()=>d(void 0),children:[x.map(V=>i("g",{children:[i("line",{class:"grid",x1:Xn,x2:c-$t,y1:S(V),y2:S(V)}),i("text",{class:"tick",x:Xn-6,y:S(V)+4,"text-anchor":"end",children:r(V)})]},V)),$i(g,y,Math.max(2,Math.round(c/110))).map(V=>i("text",{class:"tick",x:D(V),y:a-8,"text-anchor":"middle",children:o(V)},V)),f.map(V=>i("g",{class:`series ${V.kind}`,children:[V.errors&&V.points.map(([F,H],gn)=>i("line",{class:"error",x1:D(F),x2:D(F),y1:S(H-V.errors[gn]),y2:S(H+V.errors[gn])},F)),i("polyline",{points:Vc(V.points,1e3).map(([F,H])=>`${D(F).toFixed(1)},${S(H).toFixed(1)}`).join(" ")}),V.points.length<=40&&V.kind!=="bound"&&V.points.map(([F,H])=>i("circle",{cx:D(F),cy:S(H),r:"3"},F))]},V.name)),_.map(({each:V,point:F})=>F&&i("g",{class:`series ${V.kind}`,children:i("circle",{cx:D(F[0]),cy:S(F[1]),r:"4.5"})},V.name))]}),i("figcaption",{children:[f.map(V=>{const F=_.find(H=>H.each===V)?.point??V.points.at(-1);return i("span",{class:`key ${V.kind}`,children:[V.name,F&&V.kind!=="bound"&&i("b",{children:[" ",r(F[1])]})]},V.name)}),l!==void 0&&_[0]?.point&&i("span",{class:"at",children:p().train.at(o(_[0].point[0]))})]})]})}function Dc(n,e){const t=[];for(let a=Math.floor(n);a<=Math.ceil(e);a++)for(const o of e-n>2?[1]:e-n>1?[1,2,5]:[1,1.5,2,3,4,5,7]){const r=o*10**a;Math.log10(r)>=n&&Math.log10(r)<=e&&t.push(r)}return t.length>=2?t:[10**n,10**((n+e)/2),10**e].map(a=>+a.toPrecision(2))}const un=24,zt=[.1,.3,1,2,5],Ri=(n,e)=>({parameters:gc(n,e),steps:0,losses:[]});function Bc(){const[n,e]=M(4),[t,a]=M(7),[o,r]=M(2),[s,l]=M(!1),d=nn(Ri(n,t)),[,c]=M(0),h=(g,y)=>{d.current=Ri(g,y),e(g),a(y),l(!1)},u=g=>{const y=d.current;for(let G=0;G<g;G++){const A=kc(y.parameters,ye,zt[o]);y.steps%Math.max(1,10**Math.floor(Math.log10(Math.max(1,y.steps))-1))===0&&y.losses.push([y.steps,A]),y.steps++}c(G=>G+1)};K(()=>{if(!s)return;const g=setInterval(()=>u(8),50);return()=>clearInterval(g)},[s,o]);const{parameters:f,steps:b,losses:v}=d.current,k=[];for(let g=0;g<un;g++)for(let y=0;y<un;y++){const G=[-.25+1.5*(y+.5)/un,1.25-1.5*(g+.5)/un],{p:A}=Me(f,{x:G,t:0});k.push(i("rect",{x:y,y:g,width:"1.02",height:"1.02",class:A>=.5?"one":"zero",style:{opacity:Math.abs(A-.5)*2}},`${g} ${y}`))}const C=g=>(g+.25)/1.5*un;return i("section",{class:"demo","aria-label":"XOR training step by step",children:[i("h2",{children:"Try it: XOR, step by step"}),i("div",{class:"demo-columns",children:[i("figure",{class:"field-map",children:[i("svg",{viewBox:`0 0 ${un} ${un}`,role:"img","aria-label":"The network's answer for every pair of inputs",children:[i("rect",{class:"ground",width:un,height:un}),k,ye.map(({x:g,t:y})=>i("g",{children:[i("circle",{class:y?"target one":"target zero",cx:C(g[0]),cy:un-C(g[1]),r:"1.1"}),i("text",{x:C(g[0]),y:un-C(g[1])+.5,"text-anchor":"middle",children:y})]},g.join()))]}),i("figcaption",{children:"Inputs across and up; the color is the answer, from 0 to 1."})]}),i("div",{children:[i("table",{class:"numbers",children:[i("thead",{children:i("tr",{children:[i("th",{scope:"col",children:"inputs"}),i("th",{scope:"col",children:"wanted"}),i("th",{scope:"col",children:"answer"})]})}),i("tbody",{children:ye.map(g=>i("tr",{children:[i("td",{children:g.x.join(", ")}),i("td",{children:g.t}),i("td",{"data-testid":"xor-answer",children:Me(f,g).p.toFixed(3)})]},g.x.join()))})]}),i("p",{children:["Steps: ",i("b",{children:b}),v.length>0&&i(Z,{children:[", loss ",i("b",{children:v.at(-1)[1].toFixed(5)})]})]}),i("div",{class:"buttons",children:[i("button",{type:"button",class:"primary",onClick:()=>l(!s),children:s?"Pause":"Run"}),i("button",{type:"button",onClick:()=>u(1),children:"One step"}),i("button",{type:"button",onClick:()=>u(500),children:"500 steps"}),i("button",{type:"button",onClick:()=>h(n,t),children:"Start again"}),i("button",{type:"button",onClick:()=>h(n,t+1),children:"Other start"})]}),i("div",{class:"sliders",children:[i(Tn,{label:"Hidden neurons",min:1,max:8,value:n,text:String(n),onInput:g=>h(g,t)}),i(Tn,{label:"Learning rate",min:0,max:zt.length-1,value:o,text:String(zt[o]),onInput:r})]})]})]}),v.length>1&&i(ft,{label:"Loss over the steps",logarithmic:!0,height:150,series:[{name:"loss",kind:"first",points:v}]})]})}const Hi={"00-xor":Bc,"05-backpropagation":Ac};function Gc({id:n}){const[e,t]=M(),a=nn(null);if(K(()=>void gt(()=>import("./_virtual_learn-Cgux7YqK.js"),[],import.meta.url).then(c=>t(c.pages)),[]),K(()=>{scrollTo(0,0)},[n]),!e)return i("p",{class:"empty",children:p().learn.loading});const o=Math.max(0,e.findIndex(c=>c.id===n)),r=e[o],s=Hi[r.id],[l,d]=_c(r.html,s!==void 0);return i("div",{class:"learn",children:[i("nav",{class:"contents","aria-label":p().learn.pages,children:i("ol",{children:e.map(c=>i("li",{children:i("a",{href:`#/learn/${c.id}`,"aria-current":c===r?"page":void 0,children:[c.title,Hi[c.id]&&i("span",{class:"tag",children:p().learn.live})]})},c.id))})}),i("article",{class:"prose",ref:a,lang:"en",children:[De.value!=="en"&&i("p",{class:"hint",children:p().learn.inEnglish}),i("div",{dangerouslySetInnerHTML:{__html:l}}),s&&i(s,{}),i("div",{dangerouslySetInnerHTML:{__html:d}}),i("nav",{class:"neighbours","aria-label":p().learn.neighbours,children:[o>0?i("a",{href:`#/learn/${e[o-1].id}`,children:["← ",e[o-1].title]}):i("span",{}),o+1<e.length&&i("a",{href:`#/learn/${e[o+1].id}`,children:[e[o+1].title," →"]})]})]})]})}function _c(n,e){if(!e)return[n,""];const t=n.indexOf("<h2>"),a=n.indexOf("<h2>",t+1),o=a>=0?a:t>=0?t:n.length;return[n.slice(0,o),n.slice(o)]}class cr{constructor(e,t=()=>performance.now(),a={w:e.base,b:e.base}){this.control=e,this.now=t,this.left={...a}}left;since;running;get side(){return this.running}remaining(e){const t=e===this.running&&this.since!==void 0?this.now()-this.since:0;return Math.max(0,this.left[e]-t)}start(e){this.pause(),this.running=e,this.since=this.now()}press(){if(!this.running)return;const e=this.running;this.pause(),this.left[e]+=this.control.increment,this.start(e==="w"?"b":"w")}pause(){this.running&&(this.left[this.running]=this.remaining(this.running)),this.running=void 0,this.since=void 0}flagged(){return this.remaining("w")<=0?"w":this.remaining("b")<=0?"b":void 0}}function Sc(n){const e=n/1e3;if(e<20)return`0:${e.toFixed(1).padStart(4,"0")}`;const t=Math.ceil(e),a=Math.floor(t/3600),o=`${String(Math.floor(t%3600/60)).padStart(a?2:1,"0")}:${String(t%60).padStart(2,"0")}`;return a?`${a}:${o}`:o}function Mc(n){const e=Math.floor(n/1e3),t=a=>String(a).padStart(2,"0");return`[%clk ${Math.floor(e/3600)}:${t(Math.floor(e%3600/60))}:${t(e%60)}]`}function Ec(n,e){if(!n)return 1e3;const t=n.remaining(e)/30+n.control.increment*.7;return Math.max(30,Math.min(8e3,t,n.remaining(e)*.5))}const ga=R("play.sounds",!1);let he;const Lc={move:420,take:300,check:620,end:240},Oi=.09;function dr(n){if(!ga.value||typeof AudioContext>"u")return;he??=new AudioContext;const e=he.currentTime,t=he.createOscillator(),a=he.createGain();t.type="triangle",t.frequency.value=Lc[n],a.gain.setValueAtTime(.25,e),a.gain.exponentialRampToValueAtTime(.001,e+Oi),t.connect(a).connect(he.destination),t.start(e),t.stop(e+Oi)}const ur=[["none","",void 0],["60+0","1 min",{base:6e4,increment:0}],["180+2","3 min + 2 s",{base:18e4,increment:2e3}],["300+3","5 min + 3 s",{base:3e5,increment:3e3}],["600+5","10 min + 5 s",{base:6e5,increment:5e3}],["1800+20","30 min + 20 s",{base:18e5,increment:2e4}]],E=new jo,Fn=R("play.strength",1500),pt=R("play.colour","w"),vt=R("play.time","none"),Ca=R("play.from","start"),Y=L("w"),tn=L(!1),mn=L(void 0),cn=L(void 0),se=L(""),Ye=L(!1),ka=R("play.pace",!0),Un=L(void 0),Aa=R("play.game",{});let hr;const xc=3e3;let mr;function Bt(){clearTimeout(mr),hr?.abort()}const an=hn(()=>(E.version,E.tree.value.mainLine().at(-1)??E.tree.value.root)),jn=hn(()=>vn(an.value.fen)),bt=hn(()=>tn.value&&jn.value!==Y.value),ve=hn(()=>E.node.value===an.value),fr=n=>ur.find(([e])=>e===n)?.[2];function Gt(){const n=cn.value;Aa.value={game:{start:E.tree.value.root.fen,moves:E.tree.value.moves(an.value),side:Y.value,isOn:tn.value,...mn.value?{outcome:mn.value}:{},tags:E.tree.value.tags,time:E.tree.value.tags.TimeControl??"none",...n?{left:{w:n.remaining("w"),b:n.remaining("b")}}:{}}}}function Tc(){const n=Aa.value.game;if(n)try{E.reset(n.start),E.play(n.moves),E.tree.value.tags=n.tags,E.tree.value.result=n.outcome?.result??"*",Y.value=n.side,mn.value=n.outcome;const e=fr(n.time);cn.value=e&&n.left?new cr(e,void 0,n.left):void 0,n.isOn&&cn.value?.start(jn.value),tn.value=n.isOn}catch{Aa.value={}}}const Pc=()=>pt.value==="random"?Math.random()<.5?"w":"b":pt.value;function Ki(n=Pc()){Bt(),tn.value=!1,Y.value=n,Ye.value=!1,Un.value=void 0,E.reset(Ca.value==="analyse"?B.position.value.fen:Jn);const e=fr(vt.value);cn.value=e?new cr(e):void 0,cn.value?.start(jn.value),mn.value=void 0,se.value="";const t=p().play.you,a=`Tabia (${dt(Fn.value)})`;E.tree.value.tags={Event:"Game against Tabia",Site:"Tabia",Date:new Date().toISOString().slice(0,10).replace(/-/g,"."),Round:"-",White:Y.value==="w"?t:a,Black:Y.value==="w"?a:t,...e?{TimeControl:vt.value}:{}},tn.value=!0,pr(),Gt()}function Ee(n,e){Bt(),cn.value?.pause(),mn.value={result:n,why:e},E.tree.value.result=n,E.tree.value.tags.Result=n,tn.value=!1,dr("end"),E.touch(),Gt(),E.tree.value.size>1&&Ro(E.kept())}const ya=n=>n==="w"?"1-0":"0-1",Ln=n=>n==="w"?"b":"w";function Fc(){const{san:n}=an.value;dr(/[+#]$/.test(n)?"check":n.includes("x")?"take":"move");const e=cn.value;if(e?.side){const t=e.side;e.press(),an.value.comment=Mc(e.remaining(t)),E.touch()}pr(),Gt()}function pr(){const n=E.tree.value,{end:e}=J().call("position",{fen:n.root.fen,moves:n.moves(an.value)});e&&(e==="checkmate"?Ee(ya(Ln(jn.value)),"checkmate"):Ee("1/2-1/2",e))}function vr(n){Sa(()=>{const e=ve.value?void 0:E.node.value;E.play([n],an.value),E.go(e)}),Fc()}async function Ja(){const n=P.value;if(!n||!bt.value)return;Bt();const e=hr=new AbortController,t=Ln(Y.value);try{const a=await n.play({fen:E.tree.value.root.fen,moves:E.tree.value.moves(an.value),movetime:Math.round(Ec(cn.value,t)),...Fn.value<qn?{elo:Fn.value}:{}},e.signal);if(await Nc(a.bestmove,e.signal),e.signal.aborted||!tn.value||!a.bestmove)return;se.value="",vr(a.bestmove)}catch(a){if(Te(a)||e.signal.aborted)return;se.value=p().play.cantAnswer(en(a)),mr=setTimeout(()=>void Ja(),xc)}}async function Nc(n,e){if(!ka.value||Fn.value>=qn||!n)return;const{ply:t}=an.value,a=t<$c?900:2200,o=cn.value?.remaining(Ln(Y.value))??1/0,r=Math.min(300+Math.random()*a,o/60);await new Promise(s=>{const l=setTimeout(s,r);e.addEventListener("abort",()=>(clearTimeout(l),s()))})}const $c=12;async function br(){const n=an.value,t=(await P.value.analyze({fen:E.tree.value.root.fen,moves:E.tree.value.moves(n),movetime:zc},()=>{},new AbortController().signal)).lines[0];if(n!==an.value||!tn.value||!t?.pv[0])return;const a=wt(Fe(t,n.fen));return{uci:t.pv[0],san:t.san[0],tabias:Y.value==="w"?1-a:a}}const zc=800;async function Rc(){const n=an.value;try{const e=await br();e&&(Un.value={node:n,uci:e.uci,text:p().play.hintIs(e.san)})}catch(e){Un.value={node:n,text:p().play.noAdvice(en(e))}}}async function Hc(){const n=an.value;try{const e=await br();if(!e)return;const t=n.ply<Oc?.35:.52;e.tabias<=t?Ee("1/2-1/2","agreement"):Un.value={node:n,text:p().play.drawDeclined}}catch(e){Un.value={node:n,text:p().play.noAdvice(en(e))}}}const Oc=40;function Kc(){Bt(),tn.value=!1;let n=an.value;do{if(!n.parent)break;const e=n.parent;E.remove(n),n=e}while(vn(n.fen)!==Y.value&&n.parent);E.go(n),mn.value=void 0,se.value="",E.tree.value.result="*",tn.value=!0,cn.value?.start(jn.value),Gt()}bn(()=>{bt.value&&P.value&&Promise.resolve().then(Ja)});function Ic(){const[,n]=M(0);K(()=>{const c=setInterval(()=>{const h=tn.value?cn.value?.flagged():void 0;h&&Ee(ya(Ln(h)),"time"),cn.value&&n(u=>u+1)},100);return()=>clearInterval(c)},[]),Ko(E);const e=p().play,t=E.position.value,a=tn.value||mn.value!==void 0,o=tn.value&&jn.value===Y.value&&P.value!==void 0,r=Un.value?.node===an.value&&tn.value?Un.value:void 0,s=Ye.value?Y.value:Ln(Y.value),l=c=>c===Y.value?i(Ii,{side:c,name:e.you,thinking:!1}):i(Ii,{side:c,name:e.opponent(dt(Fn.value)),thinking:bt.value}),d=tn.value&&t.turn===Y.value&&ve.value;return i("div",{class:"desk tall",children:[i("div",{class:"board-side",children:[l(s),i(de,{fen:t.fen,flipped:s==="w",arrows:r?.uci&&ve.value?[{from:r.uci.slice(0,2),to:r.uci.slice(2,4),kind:"best"}]:[],legal:d?t.legal.map(c=>c.uci):[],lastMove:E.node.value.uci,check:t.check,onMove:vr}),l(Ln(s)),i("p",{class:"sr-only",role:"status",children:an.value.parent&&jn.value===Y.value?e.played(an.value.san):""}),i("div",{class:"toolbar",role:"toolbar","aria-label":p().chess.boardTools,children:[i(Pn,{icon:"first",label:p().chess.toStart,disabled:!E.node.value.parent,onClick:()=>E.first()}),i(Pn,{icon:"back",label:p().chess.back,disabled:!E.node.value.parent,onClick:()=>E.back()}),i(Pn,{icon:"forward",label:p().chess.forward,disabled:ve.value,onClick:()=>E.forward()}),i(Pn,{icon:"last",label:p().chess.toEnd,disabled:ve.value,onClick:()=>E.last()}),i("span",{class:"gap"}),i("button",{type:"button",onClick:Kc,disabled:!a||E.tree.value.mainLine().length===0,children:e.takeBack}),i("button",{type:"button",onClick:()=>void Rc(),disabled:!o,children:e.hint}),i("button",{type:"button",onClick:()=>void Hc(),disabled:!o,children:e.offerDraw}),i("button",{type:"button",onClick:()=>Ee(ya(Ln(Y.value)),"resignation"),disabled:!tn.value,children:e.resign}),i("button",{type:"button",onClick:()=>Ye.value=!Ye.value,children:e.flip})]})]}),i("div",{class:"panels",children:[i(U,{title:a?e.game:e.newGame,children:[mn.value&&i("p",{class:"outcome",role:"status",children:[i("strong",{children:mn.value.result.replace("1/2-1/2","½–½").replace("-","–")})," ",Wc()]}),i("p",{class:"hint",role:"status","data-testid":"advice",children:r?.text}),se.value&&i("p",{class:"fault",role:"alert",children:[se.value," ",bt.value&&i("button",{type:"button",onClick:()=>void Ja(),children:e.askNow})]}),i("div",{class:"sliders",children:[i(Tn,{label:p().chess.strength,min:Zo,max:qn,step:50,value:Fn.value,text:dt(Fn.value),onInput:c=>Fn.value=c}),i(Q,{label:e.youPlay,value:pt.value,options:[["w",p().chess.white],["b",p().chess.black],["random",e.either]],onChange:c=>pt.value=c}),i(Q,{label:e.from,value:Ca.value,options:[["start",e.fromStart],["analyse",e.fromAnalysis]],onChange:c=>Ca.value=c}),i(Q,{label:e.clock,value:vt.value,options:ur.map(([c,h])=>[c,h||e.noClock]),onChange:c=>vt.value=c})]}),i("div",{class:"buttons",children:[i("button",{type:"button",class:"primary",disabled:!P.value,onClick:()=>Ki(),children:tn.value?e.startAnew:e.start}),mn.value&&i("button",{type:"button",disabled:!P.value,onClick:()=>Ki(Ln(Y.value)),children:e.rematch}),i(re,{label:e.humanPace,on:ka.value,onChange:c=>ka.value=c}),i(re,{label:e.sounds,on:ga.value,onChange:c=>ga.value=c})]})]}),i(U,{title:p().game.moves,aside:i("span",{class:"opening",children:E.opening.value?.name??""}),children:[i(Io,{session:E}),i("div",{class:"buttons",children:[i("button",{type:"button",disabled:!a,onClick:()=>Ha("tabia-game.pgn",E.pgn()),children:p().game.savePgn}),i("button",{type:"button",disabled:!a,onClick:()=>{const c=J().call("pgn_read",{text:E.pgn()}).games[0];c?.error===void 0&&(B.load(c),B.last(),location.hash="#/analyse")},children:e.analyse})]})]})]})]})}function Wc(){const{result:n,why:e}=mn.value,t=p().play,a=p().chess.ends[e]??e;return n==="1/2-1/2"?t.drawn(a):n==="1-0"==(Y.value==="w")?t.youWin(a):t.tabiaWins(a)}function Ii({side:n,name:e,thinking:t}){const a=cn.value,o=ds(E.position.value.fen)*(n==="w"?1:-1);return i("div",{class:"player",children:[i("span",{class:`disc ${n==="w"?"white":"black"}`,"aria-hidden":"true"}),i("span",{class:"name",children:e}),o>0&&i("span",{class:"ahead",role:"img","aria-label":p().play.ahead(o),children:["+",o]}),i("span",{class:"busy",role:"status",children:t?p().play.thinking:""}),a&&i("span",{class:`clock${a.side===n?" runs":""}`,"aria-label":n==="w"?p().play.clockWhite:p().play.clockBlack,children:Sc(a.remaining(n))})]})}const Jc="40";function Wi(n,e){const t=[...new Set(n.flatMap(r=>r.points.map(([s])=>s)))].sort((r,s)=>r-s),a=new Map(t.map((r,s)=>[r,s])),o=n.map(r=>{const s=new Array(t.length).fill(null);for(const[l,d]of r.points)Number.isFinite(d)&&(!e||d>0)&&(s[a.get(l)]=d);return s});return[t,...o]}const Ji=n=>getComputedStyle(document.documentElement).getPropertyValue(n).trim();function Uc(n,e){const{curves:t,logarithmic:a,height:o}=n(),r=s=>({stroke:()=>Ji("--quiet"),grid:{stroke:()=>Ji("--line"),width:1},ticks:{show:!1},font:"12px system-ui",values:(l,d)=>d.map(c=>c===null?"":n()[s](c))});return{width:e,height:o,legend:{show:!1},cursor:{drag:{x:!0,y:!1,setScale:!1},bind:{dblclick:()=>()=>(n().onZoom(void 0),null)}},scales:{x:{time:!1,range:(s,l,d)=>n().zoom??(l===d?[l-1,d+1]:[l,d])},y:a?{distr:3}:{}},axes:[{...r("xText"),size:32},{...r("yText"),size:62}],series:[{},...t.map(s=>({label:s.name,stroke:s.faint?s.color+Jc:s.color,width:s.faint?1:2,spanGaps:!0,...s.dashed?{dash:[7,4]}:{},points:{show:!s.faint&&s.points.length<=40,size:5,fill:s.color}}))],hooks:{setSelect:[s=>{if(s.select.width<4)return;const l=s.posToVal(s.select.left,"x"),d=s.posToVal(s.select.left+s.select.width,"x");s.setSelect({left:0,top:0,width:0,height:0},!1),n().onZoom([l,d])}],setCursor:[s=>n().onCursor(s.cursor.left<0?void 0:s.posToVal(s.cursor.left,"x"))]}}}function jc(n){const e=nn(null),t=nn(),a=nn(n);a.current=n;const[o,r]=M(),[s,l]=M(!1);K(()=>{gt(()=>import("./uPlot.esm-CluHQUMV.js"),[],import.meta.url).then(f=>r(()=>f.default),()=>l(!0))},[]);const{curves:d,logarithmic:c,zoom:h}=n,u=JSON.stringify([c,d.map(({name:f,color:b,dashed:v,faint:k,points:C})=>[f,b,v,k,C.length<=40])]);return K(()=>{if(!o||!e.current)return;const f=e.current,b=new o(Uc(()=>a.current,f.clientWidth||600),Wi(a.current.curves,a.current.logarithmic),f);t.current=b;const v=new ResizeObserver(()=>b.setSize({width:f.clientWidth,height:a.current.height}));return v.observe(f),()=>{v.disconnect(),b.destroy(),t.current=void 0}},[o,u]),K(()=>{t.current?.setData(Wi(d,c))},[d,h?.[0],h?.[1]]),i("div",{class:"plot",ref:e,role:"img","aria-label":n.label,style:{minHeight:`${n.height}px`},"data-drawn":o?"yes":"no","data-from":h?.[0],"data-to":h?.[1],children:s&&i("p",{class:"empty",children:p().train.noChart})})}const Zc={losses:["loss","validation"],loss:["loss"],validation:["validation"],accuracy:["accuracy"],rate:["rate"],speed:["speed"],elo:["elo"]};function Qc(n,e){return e==="loss"?n.loss:e==="validation"?n.validation||void 0:e==="accuracy"?n.accuracy||void 0:e==="rate"?n.rate:n.positions_per_s}function gr(n,e,t){return Zc[e].map(o=>{if(o==="elo"){const c=(n.learn?.rounds??[]).flatMap(({round:h,elo:u})=>u===null?[]:[[h,u]]);return{run:n.name,part:o,points:c}}const r=(n.train?.points??[]).flatMap(d=>{const c=Qc(d,o),h=t==="time"?d.seconds:d.positions;return c===void 0||h===void 0?[]:[[h,c]]}),{live:s}=n,l=s?.step==="train"&&s.loss!==void 0&&s.done>(r.at(-1)?.[0]??0);return o==="loss"&&t==="positions"&&l&&r.push([s.done,s.loss]),{run:n.name,part:o,points:r}}).filter(o=>o.points.length>0)}const qc=(n,e)=>n.some(t=>gr(t,e,"positions").length>0);function Yc(n,e){let t=0,a=0;return n.map(([o,r])=>(t=e*t+(1-e)*r,a=e*a+(1-e),[o,t/a]))}const Rt=3,Xc=1.005,Ht=n=>n.reduce((e,t)=>e+t,0)/n.length;function nd(n){const e=n.filter(d=>!!d.validation);if(e.length<2*Rt)return;const t=e.reduce((d,c,h)=>c.validation<e[d].validation?h:d,0),a=e.slice(t+1);if(a.length<Rt)return;const o=a.slice(-Rt),r=Ht(o.map(d=>d.validation)),s=e[t],l=e.slice(Math.max(0,t-1),t+2);if(!(r<=s.validation*Xc)&&!(Ht(o.map(d=>d.loss))>=Ht(l.map(d=>d.loss))))return{since:s.positions,best:s.validation,now:r}}function ed(n,e){const t=new Map;e.forEach(({points:r},s)=>{for(const[l,d]of r){const c=t.get(l)??[];c[s]=d,t.set(l,c)}});const a=r=>/[",\n]/.test(r)?`"${r.replace(/"/g,'""')}"`:r,o=[...t].sort(([r],[s])=>r-s);return[[n,...e.map(({name:r})=>r)].map(a).join(","),...o.map(([r,s])=>[r,...e.map((l,d)=>s[d]??"")].join(",")),""].join(`
`)}function td(n,e){const t=r=>r.split(`
`).map(s=>s.trim()).filter(s=>s&&!(s.startsWith("#")&&!s.startsWith("# --"))),[a,o]=[t(n),t(e)];return{mine:a.filter(r=>!o.includes(r)),theirs:o.filter(r=>!a.includes(r))}}async function ad(){try{const n=await yn("runs",{headers:{Accept:"application/json"}});if(!n.ok)return"none";const e=await n.json().catch(()=>({}));return Array.isArray(e.runs)?e.runs:"none"}catch{return"lost"}}async function id(n){try{const e=await yn(`runs/${encodeURIComponent(n)}`,{headers:{Accept:"application/json"}});return e.ok?await e.json():void 0}catch{return}}const od=3e3;function rd(n,e,t){const a=`runs/${encodeURIComponent(n)}`,o=new AbortController,{signal:r}=o,s=l=>{r.aborted||e(JSON.parse(l))};return yn(a,{signal:r}).then(async l=>{if(!l.ok)throw new Error(`${n}: ${l.status}`);s(await l.text())}).catch(l=>{r.aborted||t(l instanceof Error?l.message:String(l))}),(async()=>{for(;!r.aborted;){try{const l=await yn(`${a}/events`,{headers:{Accept:"text/event-stream"},signal:r});if(l.ok){t("");for await(const{event:d,data:c}of Lo(l))d==="update"&&s(c)}}catch{}if(r.aborted)return;t(p().engine.lostConnection),await new Promise(l=>setTimeout(l,od))}})(),()=>o.abort()}const Ot=R("train.metric","losses"),Mn=R("train.along","positions"),Hn=R("train.smoothing",0),Kt=R("train.logarithmic",!0),Xe=R("train.compared",[]),Ui=["#1f8a78","#d1603d","#5a7fd6","#b8870f","#a05bb5","#5f9e3f","#d4587f","#7c8792"],sd=["losses","loss","validation","accuracy","rate","speed","elo"],ld=4e3;function cd(n){const[e,t]=M({}),a=JSON.stringify(n);return K(()=>{let o=!1;const r=async()=>{for(const l of n){const d=await id(l);if(o)return;d&&t(c=>({...c,[l]:d}))}};r();const s=setInterval(()=>void r(),ld);return()=>{o=!0,clearInterval(s)}},[a]),n.flatMap(o=>e[o]?[e[o]]:[])}function dd(n,e){const t=(a,o)=>{const r=p().train.parts[a.part];return{id:`${a.run} ${a.part}`,name:n.length>1?`${a.run}: ${r}`:r,color:Ui[o%Ui.length],dashed:a.part==="validation"&&e==="losses",raw:a.points,points:Hn.value>0&&e!=="elo"?Yc(a.points,Hn.value/100):a.points}};return n.flatMap((a,o)=>gr(a,e,Mn.value).map(r=>t(r,o)))}function ud(n,e){return e===void 0?n.at(-1)?.[1]:n.reduce((t,a)=>!t||Math.abs(a[0]-e)<Math.abs(t[0]-e)?a:t,void 0)?.[1]}function ji(n,e){return e!=="elo"&&Mn.value==="time"?`${+(n/3600).toPrecision(3)} h`:ln(n)}function hd({run:n,others:e}){const t=p().train,[a,o]=M(),[r,s]=M(),[l,d]=M([]),c=[n,...e],h=sd.filter(m=>qc(c,m)),u=h.includes(Ot.value)?Ot.value:h[0],f=we(()=>u?dd(c,u):[],[n,JSON.stringify(e.map(m=>[m.name,m.updated,m.live?.done])),u,Mn.value,Hn.value,t]);K(()=>o(void 0),[u,Mn.value,n.name]);const b=we(()=>{const m=f.filter(S=>!l.includes(S.id));return[...Hn.value>0?m.map(S=>({...S,points:S.raw,faint:!0})):[],...m]},[f,l]);if(!u)return null;const v=f.flatMap(m=>m.points.map(([D])=>D)),[k,C]=a??[Math.min(...v),Math.max(...v)],g=C-k,y=u==="elo"?t.round:t.alongs[Mn.value],G=m=>{const D=(k+C)/2,S=[D-g*m/2,D+g*m/2],x=S[0]<=Math.min(...v)&&S[1]>=Math.max(...v);o(x?void 0:S)},A=m=>o([k+g*m,C+g*m]);return i(U,{title:t.curves,class:"curves",children:[i("div",{class:"sliders",children:[i(Q,{label:t.show,value:u,options:h.map(m=>[m,t.metrics[m]]),onChange:m=>Ot.value=m}),u!=="elo"&&i(Q,{label:t.along,value:Mn.value,options:[["positions",t.alongs.positions],["time",t.alongs.time]],onChange:m=>Mn.value=m}),i(Tn,{label:t.smoothing,min:0,max:99,value:Hn.value,text:(Hn.value/100).toFixed(2),onInput:m=>Hn.value=m}),i(re,{label:t.logarithmic,on:Kt.value,onChange:m=>Kt.value=m})]}),i(jc,{label:t.chartLabel(t.metrics[u],y,c.map(m=>m.name).join(", ")),curves:b,logarithmic:Kt.value&&u!=="elo",height:280,zoom:a,onZoom:o,onCursor:s,xText:m=>ji(m,u),yText:ln}),i("ul",{class:"curve-keys",children:[f.map(m=>{const D=l.includes(m.id),S=ud(m.points,r);return i("li",{children:i("button",{type:"button","aria-pressed":!D,title:t.hideCurve(m.name),onClick:()=>d(D?l.filter(x=>x!==m.id):[...l,m.id]),children:[i("span",{class:`swatch${m.dashed?" dashed":""}`,style:{borderTopColor:m.color},"aria-hidden":"true"}),m.name," ",i("b",{children:S===void 0?"":ln(+S.toPrecision(4))})]})},m.id)}),r!==void 0&&i("li",{class:"at",children:t.at(ji(r,u))})]}),i("div",{class:"buttons",children:[i("button",{type:"button",onClick:()=>G(.5),children:t.zoomIn}),i("button",{type:"button",onClick:()=>G(2),disabled:!a,children:t.zoomOut}),i("button",{type:"button",onClick:()=>A(-.25),disabled:!a,children:t.earlier}),i("button",{type:"button",onClick:()=>A(.25),disabled:!a,children:t.later}),i("button",{type:"button",onClick:()=>o(void 0),disabled:!a,children:t.whole}),i("button",{type:"button",onClick:()=>Ha(`${c.map(m=>m.name).join("-")}-${u}.csv`,ed(u==="elo"?"round":Mn.value==="time"?"seconds":"positions",f.map(({id:m,raw:D})=>({name:m,points:D}))),"text/csv"),children:t.saveCsv})]}),i("p",{class:"hint",children:t.zoomHint})]})}function md({run:n,others:e}){const t=p().train,a=Object.entries(n.lineage??{});if(!n.recipe&&a.length===0)return null;const o=e.flatMap(r=>r.recipe&&n.recipe?[{name:r.name,...td(n.recipe,r.recipe)}]:[]);return i(U,{title:t.origin,class:"origin",children:[a.length>0&&i("div",{class:"table",tabIndex:0,children:i("table",{children:i("tbody",{children:a.map(([r,s])=>i("tr",{children:[i("th",{scope:"row",children:t.lineage[r]??r}),i("td",{children:s.includes(`
`)?i("pre",{children:s.trim()}):s})]},r))})})}),o.map(({name:r,mine:s,theirs:l})=>i("div",{class:"difference",children:s.length+l.length===0?i("p",{children:t.sameRecipe(r)}):i(Z,{children:[i("h3",{children:t.recipeDiffers(r)}),i("div",{class:"pair",children:[i("div",{children:[i("span",{children:t.here}),i("pre",{tabIndex:0,children:s.join(`
`)})]}),i("div",{children:[i("span",{children:r}),i("pre",{tabIndex:0,children:l.join(`
`)})]})]})]})},r)),n.recipe&&i("details",{open:e.length===0,children:[i("summary",{children:t.recipe}),i("pre",{tabIndex:0,children:n.recipe.trim()})]})]})}function fd(){const n=p().train,[e,t]=M("none"),[a,o]=M(!1),[r,s]=M(),[l,d]=M(),[c,h]=M("");K(()=>{let v=!1;const k=async()=>{const g=await ad();v||g!=="lost"&&(t(g),o(!0),g!=="none"&&s(y=>y??gd(g)?.name))};k();const C=setInterval(()=>void k(),3e3);return()=>{v=!0,clearInterval(C)}},[]),K(()=>(d(void 0),r===void 0?void 0:rd(r,d,h)),[r]);const u=e==="none"?[]:e.map(v=>v.name),f=cd(Xe.value.filter(v=>v!==r&&u.includes(v)));if(!a&&fn.value)return i("p",{class:"empty",children:n.lost});if(!a)return i("p",{class:"empty",children:n.looking});if(e==="none"||e.length===0)return i(yd,{hasFolder:e!=="none"});const b=l&&(l.train||l.learn);return i("div",{class:"train",children:[i(U,{title:n.runs,children:[i("ul",{class:"run-list",children:e.map(v=>i("li",{children:[i("button",{type:"button","aria-pressed":v.name===r,onClick:()=>s(v.name),children:[i("span",{class:`lamp${v.running?" on":""}`,"aria-hidden":"true"}),i("span",{class:"name",children:v.name}),i("span",{class:"kind",children:[n.kinds[v.kind],", ",v.running?vd(v.live)??n.running:Cd(v.updated)]})]}),v.kind!=="match"&&i(pd,{name:v.name,isShown:v.name===r})]},v.name))}),e.filter(v=>v.kind!=="match").length>1&&i("p",{class:"hint",children:n.compareHint})]}),i("div",{class:"run","data-testid":"run",children:[c&&i("p",{class:"fault",role:"alert",children:c}),!l&&!c&&i("p",{class:"empty",children:n.loading}),l?.live&&!(l.kind==="train"&&l.live.step==="train")&&i(bd,{live:l.live}),l?.learn&&i(Dd,{learn:l.learn}),l?.train&&i(Vd,{train:l.train,live:l.kind==="train"?l.live:void 0}),b&&i(hd,{run:l,others:f}),l?.train&&i(wd,{samples:l.train.samples??[]}),l?.match&&i(Bd,{match:l.match}),b&&i(md,{run:l,others:f}),l&&!l.train&&!l.learn&&!l.match&&i("p",{class:"empty",children:n.nothing})]})]})}function pd({name:n,isShown:e}){const t=p().train.compare(n);return i("label",{class:"compare",title:t,children:i("input",{type:"checkbox","aria-label":t,checked:e||Xe.value.includes(n),disabled:e,onChange:a=>{const o=Xe.value.filter(r=>r!==n);Xe.value=a.currentTarget.checked?[...o,n]:o}})})}function Ua(n){const e=p().train;if(n<90)return e.seconds(Math.max(1,Math.round(n)));const t=Math.round(n/60);return t<90?e.minutes(t):t<2880?e.hours(Math.floor(t/60),t%60):e.days(Math.floor(t/1440),Math.round(t%1440/60))}function vd(n){if(!n)return;const e=p().train,t=n.total?` ${p().chess.percent(Math.floor(100*n.done/n.total))}`:"",a=n.seconds_left===void 0?"":`, ${e.left(Ua(n.seconds_left))}`;return`${e.steps[n.step]??n.step}${t}${a}`}function bd({live:n}){const e=p().train,t=e.steps[n.step]??n.step,a=e.units[n.unit];return i(U,{title:e.now,class:"now",children:[i("p",{class:"step","data-testid":"live-step",children:[i("strong",{children:n.round?e.inRound(n.round,t):t})," ",n.what??""]}),i("div",{class:"facts",children:[n.loss!==void 0&&i(X,{name:e.loss,value:n.loss.toPrecision(4)}),n.games!==void 0&&i(X,{name:e.games,value:ln(n.games)}),n.won!==void 0&&i(X,{name:e.wonDrawnLost,value:`${n.won} · ${n.drawn} · ${n.lost}`}),n.per_second!==void 0&&i(X,{name:a,value:e.perSecond(ln(+n.per_second.toPrecision(3)))}),n.seconds_left!==void 0&&i(X,{name:e.rest,value:Ua(n.seconds_left)}),i("div",{class:"progress",children:[n.total?i("progress",{max:n.total,value:Math.min(n.done,n.total),"aria-label":e.progress}):i("progress",{"aria-label":e.progress}),i("span",{children:n.total?e.ofTotal(ln(n.done),ln(n.total),a):`${ln(n.done)} ${a}`})]})]})]})}const gd=n=>[...n].sort((e,t)=>Number(t.running)-Number(e.running)||t.updated-e.updated)[0];function Cd(n,e=Date.now()/1e3){const t=Math.max(0,e-n),a=p().train;return t<90?a.secondsAgo(Math.round(t)):t<5400?a.minutesAgo(Math.round(t/60)):t<129600?a.hoursAgo(Math.round(t/3600)):a.daysAgo(Math.round(t/86400))}const kd=`mkdir -p runs
./run serve --runs runs`,Ad=`./run train xor --out runs/xor
./run learn tiny --out runs/tiny`;function yd({hasFolder:n}){const e=p().train;return i("div",{class:"prose narrow",children:[i("h1",{children:e.noRuns}),n?i("p",{children:e.emptyFolder}):i(Z,{children:[i("p",{children:e.noFolder}),i("pre",{tabIndex:0,children:i("code",{children:kd})})]}),i("p",{children:e.howToStart}),i("pre",{tabIndex:0,children:i("code",{children:Ad})}),i("p",{children:e.whatAppears})]})}function Vd({train:n,live:e}){const t=p().train,{points:a,target:o}=n,r=a.at(-1),s=a.filter(f=>!!f.validation).at(-1)?.validation,l=nd(a),d=e?.step==="train",c=d?e.done:r?.positions??0,h=(d?e.per_second:void 0)??r?.positions_per_s,u=(d?e.loss:void 0)??r?.loss;return i(U,{title:t.training,class:"training",children:[i("div",{class:"facts",children:[i(X,{name:t.positions,value:ln(c)}),i(X,{name:t.speed,value:h?t.perSecond(ln(h)):"–"}),i(X,{name:t.loss,value:u===void 0?"–":u.toPrecision(4)}),i(X,{name:t.validation,value:s===void 0?"–":s.toPrecision(4)}),e?.seconds_left!==void 0&&i(X,{name:t.rest,value:Ua(e.seconds_left)}),o!==void 0&&o>0&&i("div",{class:"progress",children:[i("progress",{max:o,value:Math.min(c,o),"aria-label":t.progress}),i("span",{children:t.share(Math.min(100,100*c/o).toFixed(1),ln(o))})]})]}),l&&i("p",{class:"warning",role:"status","data-testid":"overfit",children:t.overfit(ln(l.since),l.best.toPrecision(4),l.now.toPrecision(4))})]})}function wd({samples:n}){return n.length===0?null:i(U,{title:p().train.thinks,children:i("div",{class:"samples",children:n.slice(0,8).map(({fen:e,cp_white:t,course:a})=>i(_d,{fen:e,caption:Qn({cp:t}),course:a??[]},e))})})}function nt(n,e){if(n==null)return"–";const t=`${n>=0?"+":"−"}${Math.abs(n).toFixed(1)}`;return e==null?t:`${t} ± ${e.toFixed(1)}`}function Dd({learn:n}){const e=p().train,{rounds:t,step:a,state:o}=n,r=t.filter(l=>l.elo!==null),s=t.filter(l=>typeof l.match_elo=="number");return i(U,{title:e.learningLoop,children:[i("div",{class:"facts",children:[i(X,{name:e.rounds,value:String(t.length)}),i(X,{name:e.promoted,value:String(t.filter(l=>l.promoted).length)}),i(X,{name:e.eloSinceStart,value:nt(r.at(-1)?.elo,r.at(-1)?.error)}),(o||a)&&i(X,{name:e.nowFact,value:String(o??a)})]}),i("div",{class:"pair",children:[i(ft,{label:e.eloSinceFirstLabel,zero:!0,series:[{name:e.eloSinceStart,kind:"first",points:r.map(({round:l,elo:d})=>[l,d]),errors:r.map(({error:l})=>l??0)}]}),s.length>0&&i(ft,{label:e.eloAgainstLabel,zero:!0,series:[{name:e.eloOfRound,kind:"second",points:s.map(({round:l,match_elo:d})=>[l,d]),errors:s.map(({match_error:l})=>l??0)}]})]}),i("div",{class:"table",tabIndex:0,children:i("table",{children:[i("thead",{children:i("tr",{children:[i("th",{scope:"col",children:e.roundColumn}),i("th",{scope:"col",children:e.eloSinceStart}),s.length>0&&i("th",{scope:"col",children:e.eloOfRound}),i("th",{scope:"col",children:e.gamesColumn}),i("th",{scope:"col",children:e.promotedColumn})]})}),i("tbody",{children:t.slice(-12).map(l=>i("tr",{children:[i("td",{children:l.round}),i("td",{children:nt(l.elo,l.error)}),s.length>0&&i("td",{children:nt(l.match_elo,l.match_error)}),i("td",{children:l.games}),i("td",{children:l.promoted?e.yes:e.no})]},l.round))})]})})]})}function Bd({match:n}){const e=p().train,{engines:t,won:a,drawn:o,lost:r,elo:s,error:l,llr:d,bounds:c,games:h}=n,u=a+o+r,f=d?.length??0;return i(Z,{children:[i(U,{title:`${t[0]} – ${t[1]}`,children:[i("div",{class:"facts",children:[i(X,{name:e.games,value:String(u)}),i(X,{name:e.wonDrawnLost,value:`${a} · ${o} · ${r}`}),i(X,{name:"Elo",value:nt(s,l)}),d&&d.length>0&&i(X,{name:"LLR",value:d.at(-1).toFixed(2)})]}),u>0&&i("div",{class:"wdl-bar",role:"img","aria-label":e.wonDrawnLostLabel(a,o,r),children:[i("span",{class:"w",style:{flexGrow:a}}),i("span",{class:"d",style:{flexGrow:o}}),i("span",{class:"l",style:{flexGrow:r}})]}),d&&d.length>0&&i(ft,{label:e.llrLabel,series:[{name:"LLR",kind:"first",points:d.map((b,v)=>[v+1,b])},...c?[{name:e.acceptedAt(c[1].toFixed(2)),kind:"bound",points:[[1,c[1]],[f,c[1]]]},{name:e.refusedAt(c[0].toFixed(2)),kind:"bound",points:[[1,c[0]],[f,c[0]]]}]:[]]})]}),i(Gd,{games:h})]})}function Gd({games:n}){const[e,t]=M("");if(n.length===0)return null;const a=o=>{try{if(o.pgn){const r=J().call("pgn_read",{text:o.pgn}).games[0];if(!r||r.error!==void 0)throw new Error(r?.error??"no game");B.load(r)}else{B.reset(o.opening_fen);const r=typeof o.moves=="string"?o.moves.split(/\s+/).filter(Boolean):o.moves??[];B.play(r)}B.tree.value.tags={...B.tree.value.tags,White:o.white,Black:o.black},B.tree.value.result=o.result,B.first(),location.hash="#/analyse"}catch(r){t(en(r))}};return i(U,{title:p().train.lastGames,children:[e&&i("p",{class:"fault",role:"alert",children:e}),i("ul",{class:"games",children:[...n].reverse().map((o,r)=>i("li",{children:[i("span",{class:"name",children:[o.white," – ",o.black]}),i("b",{children:o.result.replace("1/2-1/2","½–½").replace("-","–")}),i("button",{type:"button",disabled:!o.pgn&&!o.moves&&!o.opening_fen,onClick:()=>a(o),children:p().train.look})]},r))})]})}function _d({fen:n,caption:e,course:t}){return i("figure",{class:"sample",children:[i(de,{fen:n,still:!0,label:p().train.samplePosition(e)}),i(Sd,{values:t}),i("figcaption",{children:[i("b",{children:e}),i("button",{type:"button",onClick:()=>{B.reset(n),location.hash="#/analyse"},children:p().train.analyse})]})]})}function Sd({values:n}){const e=n.flatMap((r,s)=>r===null?[]:[[s,r]]);if(e.length<2)return null;const t=Math.max(50,...e.map(([,r])=>Math.abs(r))),a=r=>50-48*r/t,o=r=>Qn({cp:r});return i("svg",{class:"course",viewBox:`0 0 ${n.length-1} 100`,preserveAspectRatio:"none",role:"img","aria-label":p().train.course(o(e[0][1]),o(e.at(-1)[1]),o(t)),children:[i("line",{x1:"0",x2:n.length-1,y1:"50",y2:"50"}),i("polyline",{points:e.map(([r,s])=>`${r},${a(s).toFixed(1)}`).join(" ")})]})}function X({name:n,value:e}){return i("div",{class:"fact",children:[i("span",{children:n}),i("b",{children:e})]})}const Md=["green","wood","blue","gray","contrast"],Va=R("board","green");function Ed(){const n=nn(null);K(()=>{const t=a=>{const o=a.type==="keydown"||!n.current?.contains(a.target);a.type==="keydown"&&a.key!=="Escape"||o&&n.current&&(n.current.open=!1)};return addEventListener("pointerdown",t),addEventListener("keydown",t),()=>{removeEventListener("pointerdown",t),removeEventListener("keydown",t)}},[]);const e=p().page;return i("details",{class:"settings",ref:n,children:[i("summary",{"aria-label":e.settings,title:e.settings,children:i("svg",{viewBox:"0 0 24 24","aria-hidden":"true",children:i("path",{d:"M4 6h9v2H4zM17 6h3v2h-3zM13 4h3v6h-3zM4 16h3v2H4zM11 16h9v2h-9zM7 14h3v6H7z"})})}),i("div",{class:"settings-panel",children:[i(Q,{label:e.language,value:De.value,options:qr,onChange:t=>De.value=t}),i(Q,{label:e.board,value:Va.value,options:Md.map(t=>[t,e.boards[t]]),onChange:t=>Va.value=t})]})]})}const Cr=["analyse","play","explain","train","learn"],kr="api",It=n=>p().parts[n],ja=L({part:"analyse",rest:""}),_n=R("theme","auto");function Zi(){const[n="",e]=location.hash.replace(/^#\/?/,"").split("?"),[t="",...a]=n.split("/"),o=hs(e??"");if(o)try{Ol(o)}catch{}ja.value={part:t===kr||Cr.some(r=>r===t)?t:"analyse",rest:a.join("/")}}function Ld(){let e=-250,t;bn(()=>{const a=No(ar());if(clearTimeout(t),ja.value.part!=="analyse")return;const o=()=>{e=performance.now(),location.hash!==a&&history.replaceState(null,"",a)},r=e+250-performance.now();r>0?t=setTimeout(o,r):o()})}class xd extends ee{state={fault:""};static getDerivedStateFromError(e){return{fault:en(e)}}componentDidCatch(e){console.error(e)}render(){return this.state.fault?i("p",{class:"fault",role:"alert",children:[p().page.broken(this.state.fault)," ",i("a",{href:"#/analyse",children:p().page.toBoard})]}):this.props.children}}function Td(){return i("form",{class:"field wide",onSubmit:n=>{n.preventDefault(),Bo(new FormData(n.currentTarget).get("token")),Po()},children:[i("label",{for:"token",children:p().page.token}),i("input",{id:"token",name:"token",type:"password",autocomplete:"off",required:!0}),i("div",{class:"buttons",children:i("button",{type:"submit",children:p().page.useToken})})]})}function Pd({load:n}){const[e,t]=M(),[a,o]=M("");if(K(()=>{n().then(r=>t(()=>r),r=>o(en(r)))},[]),a)throw new Error(a);return e?i(e,{}):i("p",{class:"empty",children:"…"})}function Fd(){const{part:n,rest:e}=ja.value,t=p().page;return document.documentElement.dataset.theme=_n.value,document.documentElement.dataset.board=Va.value,document.title=`${It(n)} – Tabia`,i(Z,{children:[i("a",{class:"skip",href:"#main",onClick:a=>{a.preventDefault(),document.getElementById("main")?.focus()},children:t.skip}),i("header",{class:"top",children:[i("a",{class:"brand",href:"#/analyse","aria-label":t.brand,children:[i("svg",{viewBox:"0 0 100 100","aria-hidden":"true",children:i("path",{d:"M33 82c-1-12 12-17 15-29c-5 5-11 5-15 9c-3 3-4 7-8 7c-5 0-9-4-9-9c0-5 5-8 7-13c2-6 4-10 9-14l0-12c0-1.500 1.500-2 2.500-1l8.500 7c20-3 35 14 34 39c0 6-1 11-2 16z"})}),i("span",{children:"Tabia"})]}),i("nav",{class:"parts","aria-label":t.partsLabel,children:Cr.map(a=>i("a",{href:`#/${a}`,"aria-current":a===n?"page":void 0,children:It(a)},a))}),i("div",{class:"top-side",children:[na.value&&i("label",{class:"who",children:[i("span",{class:"sr-only",children:t.engine}),i("select",{value:P.value?.kind??"server",onChange:a=>void ea(a.currentTarget.value),children:[i("option",{value:"server",children:t.server}),i("option",{value:"browser",children:t.thisBrowser})]})]}),i("button",{type:"button",class:"theme","aria-label":t.colours(t.themes[_n.value]),title:t.colours(t.themes[_n.value]),onClick:()=>_n.value=_n.value==="auto"?"light":_n.value==="light"?"dark":"auto",children:_n.value==="auto"?"◐":_n.value==="light"?"☀":"☾"}),i(Ed,{})]})]}),i("main",{id:"main",tabIndex:-1,children:[i("h1",{class:"sr-only",children:It(n)}),fn.value&&P.value?.kind==="server"&&i("p",{class:"fault",role:"alert","data-testid":"lost",children:[t.lost," ",i("button",{type:"button",onClick:()=>void ea("browser"),children:t.useBrowser})]}),st.value&&i("p",{class:"fault",role:"alert",children:st.value}),xa.value&&i(Td,{}),i(xd,{children:[n==="analyse"&&i(jl,{}),n==="play"&&i(Ic,{}),n==="explain"&&i(pc,{}),n==="train"&&i(fd,{}),n==="learn"&&i(Gc,{id:e}),n===kr&&i(Pd,{load:()=>gt(()=>import("./api-BXF2Z2WK.js"),[],import.meta.url).then(a=>a.Api)})]},n)]}),i(tl,{}),i("footer",{children:[P.value?P.value.kind==="server"?t.serverThinks:t.browserThinks:t.starting," ",t.credits," ",na.value&&i("a",{href:"#/api",children:p().parts.api})]})]})}const Wt=document.getElementById("page");Zr().then(async()=>{await Promise.all([Xr(),Hl(),fs()]),Zi(),Ld(),addEventListener("hashchange",Zi),Tc(),addEventListener("focus",()=>void Fa()),Wt.textContent="",Lr(i(Fd,{}),Wt),ns(),Po()},n=>{Wt.textContent=p().page.cantStart(en(n))});export{nn as A,Q as S,yn as a,M as d,Te as i,Z as k,en as m,R as r,i as u,p as w,K as y};
